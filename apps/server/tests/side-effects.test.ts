// Each kind of side effect happens once, and not again if a request changes nothing: emails,
// events, audit rows, jobs, wake-ups of workers, cache invalidations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, createTestClient, createTestSdk } from './support/client.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { csvHeaders, sampleCsv } from './support/samples.ts';
import { countSideEffects, type SideEffects } from './support/side-effects.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId);
const anyone = createTestClient(instance.url);

/** Jobs are deleted once they're done, so record each one when it is queued. */
await sql`create table queued_jobs (kind text not null, account_id uuid)`.execute(instance.db);
await sql`create function note_queued_job() returns trigger language plpgsql as $$
  begin insert into queued_jobs values (new.kind, new.account_id); return null; end $$`.execute(
  instance.db,
);
await sql`create trigger note_queued_job after insert on jobs for each row execute function note_queued_job()`.execute(
  instance.db,
);
async function countJobs(kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from queued_jobs
    where kind = ${kind} and account_id = ${owner.accountId}`.execute(instance.db);
  return rows[0]?.n ?? 0;
}

/** Sending an email records an event too. */
const idle = () =>
  waitForCondition('idle', async () => {
    const { rows } = await sql`select 1 from jobs where account_id = ${owner.accountId}
      union all select 1 from mails where account_id = ${owner.accountId} and state = 'queued'`.execute(
      instance.db,
    );
    return rows.length === 0;
  });

async function measureEffects(act: () => Promise<unknown>): Promise<SideEffects> {
  await idle();
  const before = await countSideEffects(instance, owner.accountId);
  await act();
  const after = await countSideEffects(instance, owner.accountId);
  const entries = Object.entries(after) as [keyof SideEffects, number][];
  return Object.fromEntries(
    entries.map(([name, count]) => [name, count - before[name]]),
  ) as SideEffects;
}
const none: SideEffects = { mails: 0, events: 0, deliveries: 0, auditRows: 0 };

test('sharing with two recipients sends two emails and records one event and one audit entry', async () => {
  const awardId = await issueAward(owner, badgeId);
  const shared = {
    recipients: 'one@example.org, two@example.org',
    ...{ subject: 'A credential', message: 'See below.' },
  };
  const effects = await measureEffects(() =>
    owner.insignia.credentials.share({ awardId, ...shared }),
  );
  assert.deepEqual(effects, { ...none, mails: 2, events: 1, auditRows: 1 });
});

test('resending an email sends one and records one audit entry', async () => {
  const awardId = await issueAward(owner, badgeId);
  await owner.insignia.credentials.send({ awardId, email: 'resent@example.org' });
  const findResent = async () =>
    (await owner.insignia.mail.list()).items.find(
      ({ to, state }) => to === 'resent@example.org' && state === 'sent',
    );
  await waitForCondition('sent', async () => (await findResent()) !== undefined);
  const mailId = (await findResent())?.mailId ?? '';
  const { mails, auditRows } = await measureEffects(() => owner.insignia.mail.resend({ mailId }));
  assert.deepEqual([mails, auditRows], [1, 1]);
});

test('revoking twice has the effects of revoking once', async () => {
  const awardId = await issueAward(owner, badgeId);
  const revoke = () => owner.insignia.credentials.revoke({ awardId, reason: 'A reason.' });
  const { id: webhookId } = await owner.insignia.webhooks.create({ url: 'https://hooks.invalid' });
  assert.deepEqual(await measureEffects(revoke), {
    ...none,
    events: 1,
    deliveries: 1,
    auditRows: 1,
  });
  assert.deepEqual(await measureEffects(revoke), none);
  // Retries would wake workers later.
  await owner.insignia.webhooks.delete({ webhookId });
});

test('a bulk operation and an import queue one job each', async () => {
  const awardId = await issueAward(owner, badgeId);
  const kinds = ['bulk-chunks', 'import'] as const;
  assert.deepEqual(await Promise.all(kinds.map(countJobs)), [0, 0]);
  await owner.insignia.credentials.sendMany({ awardIds: [awardId] });
  assert.deepEqual(await Promise.all(kinds.map(countJobs)), [1, 0]);
  assertOk(
    await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, sampleCsv, csvHeaders),
    202,
  );
  assert.deepEqual(await Promise.all(kinds.map(countJobs)), [1, 1]);
});

test('every cause of work wakes the workers that do it', async (t) => {
  // One process causes all the work: the code that wakes its own workers also wakes those of other
  // processes.
  const { credentials } = createTestSdk(instance.direct, owner.key);
  const awardId = await issueAward(owner, badgeId);
  const shared = { recipients: 'one@example.org', subject: 'A credential', message: 'See below.' };
  for (const [kind, act] of [
    ['events', () => credentials.share({ awardId, ...shared })],
    ['mail', () => credentials.send({ awardId, email: 'woken@example.org' })],
    ['bulk-chunks', () => credentials.sendMany({ awardIds: [awardId] })],
    ['events', () => credentials.revoke({ awardId })],
  ] as const) {
    let wakes = 0;
    const stop = instance.db.signals.listen([kind], () => wakes++);
    t.after(stop);
    await idle();
    wakes = 0;
    await act();
    assert.ok(wakes > 0, `${kind}: nobody was woken`);
    stop();
  }
});

test('deleted badges and credentials disappear from every cache at once', async () => {
  const status = async (path: string) => (await anyone('GET', path)).status;
  const cached = async (paths: string[]) => {
    // The second request is answered from the cache.
    for (const path of [...paths, ...paths]) assert.equal(await status(path), 200, path);
  };
  const badge = await createBadge(owner, issuerId);
  const credential = await issueAward(owner, badge);
  const ofBadge = [`/certify-badge/badge/${badge}`, `/badge/${badge}`];
  const ofCredential = [
    `/certify-badge/award/${credential}`,
    `/credentials/${credential}`,
    `/credentials/${credential}/embed`,
    `/credentials/${credential}/vc`,
  ];
  await cached([...ofBadge, ...ofCredential]);
  await owner.insignia.credentials.delete({ awardId: credential });
  for (const path of ofCredential) assert.equal(await status(path), 410, path);

  // Hidden, not deleted, while a revoked credential needs it. Deleted with the last one.
  const award = await issueAward(owner, badge);
  await owner.insignia.credentials.revoke({ awardId: award });
  await owner.insignia.badges.delete({ badgeId: badge });
  await cached(ofBadge);
  await owner.insignia.credentials.delete({ awardId: award });
  for (const path of ofBadge) assert.equal(await status(path), 404, path);

  const unused = await createBadge(owner, issuerId);
  const ofUnused = [`/certify-badge/badge/${unused}`, `/badge/${unused}`];
  await cached(ofUnused);
  await owner.insignia.badges.delete({ badgeId: unused });
  for (const path of ofUnused) assert.equal(await status(path), 404, path);

  const issuer = await createIssuer(owner);
  const ofIssuer = [`/certify-badge/issuer/${issuer}`, `/issuer/${issuer}`];
  await cached(ofIssuer);
  await owner.insignia.issuers.delete({ issuerId: issuer });
  for (const path of ofIssuer) assert.equal(await status(path), 404, path);
});
