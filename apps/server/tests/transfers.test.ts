import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { registerTransfersWork, tidyTransfers } from '../src/features/transfers/index.ts';
import { createUrls } from '../src/kernel/urls.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { openTransaction } from './support/open-transaction.ts';
import {
  addMember,
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { createWorld } from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const anyone = createTestClient(url);

const send = (from: Owner, issuerId: string, email: string) =>
  from.session('POST', `/issuers/${issuerId}/transfer`, { parameters: { email } });
const offer = async (from: Owner, issuerId: string, to: Owner): Promise<string> =>
  assertOk(await send(from, issuerId, to.email)).body.transferId;
const answer = (who: Owner, id: string, verb: string) =>
  who.session('POST', `/transfers/${id}/${verb}`);
/** Keeps a move waiting while it runs. */
async function whileIssuerIsLocked(issuerId: string, work: () => Promise<unknown>): Promise<void> {
  const lock = await openTransaction(db);
  try {
    await sql`select 1 from issuers where id = ${issuerId} for update`.execute(lock.trx);
    await work();
  } finally {
    await lock.commit();
  }
}
const find = async (who: Owner, id: string) =>
  (await who.insignia.transfers.list()).items.find(({ transferId }) => transferId === id);
const waitForState = (who: Owner, id: string, state: string) =>
  waitForCondition(state, async () => (await find(who, id))?.state === state);

async function createPair() {
  const from = await createOwner(instance, 'pro');
  const to = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(from);
  const badgeId = await createBadge(from, issuerId);
  return { from, to, issuerId, badgeId };
}

/** The rows of each table with an account that belong to the issuer, by account. */
async function listOwners(issuerId: string): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name in (
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'account_id' and not c.relispartition and c.relkind in ('r', 'p'))
    group by 1`.execute(db);
  const badges = sql`(select id from badges where issuer_id = ${issuerId})`;
  const selections = {
    issuer_id: sql`issuer_id = ${issuerId}`,
    badge_id: sql`badge_id in ${badges}`,
    credential_id: sql`credential_id in (select id from credentials where badge_id in ${badges})`,
    claim_id: sql`claim_id in (select id from claims where badge_id in ${badges})`,
    import_id: sql`import_id in (select id from imports where badge_id in ${badges})`,
    target_id: sql`target_id = ${issuerId} or target_id in ${badges}
      or target_id in (select id from credentials where badge_id in ${badges})`,
    move_in_id: sql`move_in_id in (select id from move_ins where issuer_id = ${issuerId})`,
  };
  const owners = new Map<string, Set<string>>();
  for (const { name, columns } of tables)
    for (const [column, where] of Object.entries(selections)) {
      if (!columns.includes(column)) continue;
      const { rows } = await sql<{ account: string }>`
        select distinct account_id as account from ${sql.table(name)} where ${where}`.execute(db);
      for (const { account } of rows)
        owners.set(name, (owners.get(name) ?? new Set()).add(account));
    }
  return owners;
}

test('an accepted issuer moves with everything that belongs to it, and its URLs stay the same', async () => {
  const { owner: from, ids } = await createWorld(instance);
  const { issuerId = '', badgeId = '', awardId = '' } = ids;
  const to = await createOwner(instance, 'pro');
  assertOk(await from.session('DELETE', `/transfers/${ids.transferId}`));
  const other = await createIssuer(from, { name: 'Stays' });
  const otherAward = await issueAward(from, await createBadge(from, other));
  await waitForCondition('quiet', async () => {
    const { rows } = await sql`
      select 1 from imports where account_id = ${from.accountId} and finished_at is null
      union all select 1 from bulk_jobs where account_id = ${from.accountId} and finished_at is null
      union all select 1 from move_ins where account_id = ${from.accountId} and finished_at is null`.execute(
      db,
    );
    return rows.length === 0;
  });
  const unsubscribed = 'charles@example.org';
  await sql`insert into suppressed_addresses values (${from.accountId}, sha256(convert_to(${unsubscribed}, 'UTF8')), now())`.execute(
    db,
  );
  const erased = await issueAward(from, badgeId);
  await from.insignia.credentials.delete({ awardId: erased });
  for (const [kind, target] of [
    ...([
      ['issuer', issuerId],
      ['badge', badgeId],
    ] as const),
    ...([
      ['credential', awardId],
      ['credential', erased],
    ] as const),
  ])
    await sql`insert into redirects values ('old.example', ${`/${target}`}, ${from.accountId}, ${kind}, ${target}, now())`.execute(
      db,
    );
  const documents = [
    `/certify-badge/issuer/${issuerId}`,
    `/certify-badge/badge/${badgeId}`,
    `/certify-badge/award/${awardId}`,
    `/credentials/${awardId}/vc`,
  ];
  const read = () => Promise.all(documents.map(async (path) => (await anyone('GET', path)).body));
  const before = await read();
  const usage = (await to.insignia.account.get()).usage;
  const used = (await from.insignia.account.get()).usage;
  const id = await offer(from, issuerId, to);
  const { mail } = await mailbox.waitFor(to.email, /offers you an issuer: Analytical Society$/);
  assert.match(mail.text ?? '', new RegExp(`The offer is for ${to.email}`));
  assert.equal((await find(to, id))?.direction, 'incoming');
  assert.equal((await find(from, id))?.direction, 'outgoing');

  assertOk(await answer(to, id, 'accept'), 202);
  await waitForState(to, id, 'completed');
  await waitForState(from, id, 'completed');
  for (const { email } of [from, to])
    await mailbox.waitFor(email, /^Issuer moved: Analytical Society$/);

  await instance.waitForInvalidation();
  assert.deepEqual(await read(), before);
  const moved = await listOwners(issuerId);
  const expected = ['badge_days', 'badges', 'certificates', 'claim_requests', 'claims'];
  expected.push('credentials', 'events', 'imports', 'mails', 'recipient_requests', 'redirects');
  for (const name of expected) assert.ok(moved.has(name), name);
  // Deliveries to its endpoints and its bulk jobs stay in the log of the account.
  for (const [name, owners] of moved)
    if (name !== 'deliveries' && name !== 'bulk_jobs')
      assert.deepEqual([...owners], [to.accountId], name);
  const { rows: proofs } = await sql`
    select distinct account_id as owner, proven_by as proof from redirects where host = 'old.example'`.execute(
    db,
  );
  const redirects = [{ owner: to.accountId, proof: from.accountId }];
  assert.deepEqual(proofs, redirects, 'its old URLs answer as before, also of erased credentials');
  const { rows: copied } = await sql`
    select 1 from suppressed_addresses where account_id = ${to.accountId}`.execute(db);
  assert.equal(copied.length, 1);

  const listed = async ({ insignia }: Owner) =>
    (await insignia.credentials.list()).awards.map((award) => award.id.slice(-36)).sort();
  assert.ok((await listed(to)).includes(awardId));
  assert.deepEqual(await listed(from), [otherAward]);
  assert.deepEqual(
    (await from.insignia.issuers.list()).items.map((issuer) => issuer.name),
    ['Stays'],
  );
  assertRefused(await from.api('GET', `/awards/${awardId}`), 404, 'credential_not_found');
  assertRefused(await from.api('GET', `/issuers/${issuerId}`), 404, 'issuer_not_found');
  assertRefused(
    await from.api('POST', '/awards', createAwardBodyFor(badgeId)),
    404,
    'badge_not_found',
  );
  const issued = await issueAward(to, badgeId);
  assertOk(await anyone('GET', `/certify-badge/award/${issued}`));
  const search = await to.insignia.credentials.list({
    filter: { search: 'charles' },
  });
  assert.ok(search.awards.some((award) => award.id.endsWith(awardId)));

  // Issued earlier, by the other account's quota.
  const now = (await to.insignia.account.get()).usage;
  assert.deepEqual(now, {
    ...usage,
    issuers: usage.issuers + 1,
    credentials: usage.credentials + 1,
  });
  assert.equal((await from.insignia.account.get()).usage.credentials, used.credentials);

  const log = async ({ insignia }: Owner) =>
    (await Array.fromAsync(insignia.auditLog.all())).filter(({ target }) => target === issuerId);
  const [given, taken] = [await log(from), await log(to)];
  assert.deepEqual(given.map(({ action, actor }) => [action, actor?.personId]).slice(0, 2), [
    ['acceptTransfer', undefined],
    ['offerIssuer', from.personId],
  ]);
  assert.deepEqual(
    taken.map(({ action, actor }) => [action, actor?.personId]),
    [['acceptTransfer', to.personId]],
  );

  const { rows: notices } = await sql<{ account: string; direction: string }>`
    select account_id as account, data->>'direction' as direction from events
    where type = 'issuer.moved' and data->>'transferId' = ${id}`.execute(db);
  assert.deepEqual(
    new Map(notices.map((each) => [each.account, each.direction])),
    new Map([
      [from.accountId, 'outgoing'],
      [to.accountId, 'incoming'],
    ]),
  );

  // A link in an email from before the move unsubscribes from the new account too.
  await sql`delete from suppressed_addresses where account_id in (${from.accountId}, ${to.accountId})`.execute(
    db,
  );
  const { raw } = await mailbox.waitFor('sample@example.org', /credential|badge|poet/i);
  const token = /mail\/unsubscribe\/([\w-]+)/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
  assertOk(await anyone('POST', `/mail/unsubscribe/${token}`));
  const { rows: heirs } = await sql<{
    id: string;
  }>`select account_id as id from suppressed_addresses
    where account_id in (${from.accountId}, ${to.accountId})`.execute(db);
  assert.deepEqual(heirs.map((row) => row.id).sort(), [from.accountId, to.accountId].sort());
});

test('only the owner with the offered address answers, and only the owner who offered cancels', async () => {
  const { from, to, issuerId } = await createPair();
  const [stranger, admin] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, to, admin, 'admin');
  const id = await offer(from, issuerId, to);
  assertRefused(await send(from, issuerId, stranger.email), 409, 'transfer_open');
  for (const verb of ['accept', 'decline']) {
    for (const who of [from, stranger])
      assertRefused(await answer(who, id, verb), 404, 'transfer_not_found');
    assertRefused(await to.api('POST', `/transfers/${id}/${verb}`), 403, 'person_required');
    const asAdmin = createTestClient(url, {
      ...{ cookie: admin.cookie, origin: url, 'x-account-id': to.accountId },
    });
    assertRefused(await asAdmin('POST', `/transfers/${id}/${verb}`), 403, 'role_too_small');
  }
  for (const who of [to, stranger])
    assertRefused(await who.session('DELETE', `/transfers/${id}`), 404, 'transfer_not_found');
  assert.equal(await find(stranger, id), undefined);

  assertOk(await answer(to, id, 'decline'));
  const { mail } = await mailbox.waitFor(from.email, /^Offer declined: Analytical Society$/);
  assert.match(mail.text ?? '', new RegExp(`${to.email} declined your offer`));
  for (const verb of ['accept', 'decline'])
    assertRefused(await answer(to, id, verb), 409, 'transfer_closed');
  assertRefused(await from.session('DELETE', `/transfers/${id}`), 409, 'transfer_closed');

  const next = await offer(from, issuerId, to);
  assertOk(await from.session('DELETE', `/transfers/${next}`));
  await mailbox.waitFor(to.email, /^Offer canceled: Analytical Society$/);
  assert.equal((await find(from, next))?.state, 'cancelled');
  assertRefused(await answer(to, next, 'accept'), 409, 'transfer_closed');

  const last = await offer(from, issuerId, to);
  await sql`update issuer_transfers set expires_at = now() - interval '1 second' where id = ${last}`.execute(
    db,
  );
  assert.equal((await find(to, last))?.state, 'expired');
  assertRefused(await answer(to, last, 'accept'), 409, 'transfer_closed');
  await offer(from, issuerId, to);
});

test('an owner answers offers to the address that they have now, and not to one that they lost', async () => {
  const { from, to, issuerId } = await createPair();
  const transferId = await offer(from, issuerId, to);
  const address = `now-${to.email}`;
  const setAddress = (email: string) =>
    sql`update auth."user" set email = ${email} where id = ${to.personId}`.execute(db);
  const list = async (path: string) => assertOk(await to.session('GET', path)).body.items;
  assert.equal((await list('/transfers')).length, 1);
  await setAddress(address);
  assert.deepEqual(await list('/transfers'), []);
  assertRefused(await answer(to, transferId, 'accept'), 404, 'transfer_not_found');
  // Another owner has the address meanwhile.
  await setAddress(to.email);
  await sql`insert into user_addresses (id, person_id, email, address, created_at)
    values (gen_random_uuid(), ${to.personId}, ${to.email}, ${to.email}, now())`.execute(db);
  assertRefused(await answer(to, transferId, 'accept'), 404, 'transfer_not_found');
  const issuer = { name: 'Not theirs', url: 'https://example.org', email: to.email };
  assertOk(await to.session('POST', '/issuers', { parameters: issuer }));
  assert.equal((await list('/issuers'))[0].verified, false, 'its address is confirmed by a code');
  await setAddress(address);
  assertOk(await from.session('DELETE', `/transfers/${transferId}`));
  const next = assertOk(await send(from, issuerId, address)).body.transferId;
  assertOk(await answer(to, next, 'decline'));
});

test('offering or accepting an issuer that cannot move is refused with the reason', async () => {
  const { from, to, issuerId, badgeId } = await createPair();
  const unverified = await createIssuer(from, { email: `office-${from.accountId}@example.org` });
  assertRefused(await send(from, unverified, to.email), 409, 'transfer_issuer_unverified');
  assertRefused(await send(to, issuerId, from.email), 404, 'issuer_not_found');
  assertRefused(await send(from, issuerId, 'nobody'), 400, 'invalid_request', 'email');

  const importId = (
    await from.insignia.imports.create({
      badgeId,
      dryRun: true,
      file: 'name,email,issuedOn\n' + 'Ada Lovelace,ada@example.org,2026-01-01\n',
    })
  ).importId;
  await waitForCondition(
    'imported',
    async () => (await from.insignia.imports.get({ importId })).finishedAt !== null,
  );
  const setStatus = (status: string) =>
    sql`update imports set status = ${status} where id = ${importId}`.execute(db);
  await setStatus('paused');
  assertRefused(await send(from, issuerId, to.email), 409, 'transfer_work_running');
  await setStatus('completed');
  const id = await offer(from, issuerId, to);
  await setStatus('paused');
  assertRefused(await answer(to, id, 'accept'), 409, 'transfer_work_running');
  await setStatus('completed');
  await sql`insert into move_ins (id, account_id, issuer_id, source, mode, status, dry_run, header, columns, date_order, total, created_at)
    values (${crypto.randomUUID()}, ${from.accountId}, ${issuerId}, 'moodle', 'reissue', 'undoing', false, '{}', '{}', 'ymd', 0, now())`.execute(
    db,
  );
  assertRefused(await answer(to, id, 'accept'), 409, 'transfer_work_running');
  await sql`update move_ins set status = 'paused' where issuer_id = ${issuerId}`.execute(db);
  assertRefused(await answer(to, id, 'accept'), 409, 'transfer_work_running');
  await sql`update move_ins set status = 'undone' where issuer_id = ${issuerId}`.execute(db);

  const platformId = crypto.randomUUID();
  await sql`insert into lti_platforms (id, account_id, name, issuer, client_id, deployment_ids, authorization_url, token_url, jwks_url, created_at, updated_at)
    values (${platformId}, ${from.accountId}, 'Moodle', ${`https://${platformId}.example`}, 'x', '{}', 'https://a.example', 'https://a.example', 'https://a.example', now(), now())`.execute(
    db,
  );
  await sql`insert into lti_activities (id, account_id, platform_id, deployment_id, badge_id, rule, created_at)
    values (${crypto.randomUUID()}, ${from.accountId}, ${platformId}, 'x', ${badgeId}, 'open', now())`.execute(
    db,
  );
  assertRefused(await answer(to, id, 'accept'), 409, 'transfer_in_course');
  const unoffered = await createIssuer(from);
  await sql`update badges set issuer_id = ${unoffered} where id = ${badgeId}`.execute(db);
  assertRefused(await send(from, unoffered, to.email), 409, 'transfer_in_course');
  assertOk(await from.api('DELETE', `/lti/platforms/${platformId}`));

  await sql`update accounts set plan = 'free' where id = ${to.accountId}`.execute(db);
  await createIssuer(to);
  await createIssuer(to, { name: 'Second' });
  assertRefused(await answer(to, id, 'accept'), 403, 'issuer_limit_reached');
  assert.equal((await find(to, id))?.state, 'offered');

  await sql`update auth."session" set "createdAt" = now() - interval '1 hour' where "userId" = ${from.personId}`.execute(
    db,
  );
  assertRefused(await send(from, issuerId, to.email), 403, 'fresh_sign_in_required');
});

test('only one of several simultaneous answers and cancellations counts', async () => {
  const { from, to, issuerId } = await createPair();
  const id = await offer(from, issuerId, to);
  const answers = await runConcurrently(6, (n) =>
    n % 3 === 2 ? from.session('DELETE', `/transfers/${id}`) : answer(to, id, 'accept'),
  );
  const counted = answers.filter(({ status }) => status < 300);
  assert.equal(counted.length, 1);
  for (const each of answers) if (each !== counted[0]) assertRefused(each, 409, 'transfer_closed');
  await waitForState(from, id, counted[0]?.status === 202 ? 'completed' : 'cancelled');
});

test('while an issuer moves, nobody cancels or deletes an account, and afterwards nothing of it is left behind', async () => {
  const { from, to, issuerId } = await createPair();
  const id = await offer(from, issuerId, to);
  await whileIssuerIsLocked(issuerId, async () => {
    assertOk(await answer(to, id, 'accept'), 202);
    assertRefused(await answer(to, id, 'accept'), 409, 'transfer_closed');
    assertRefused(await from.session('DELETE', `/transfers/${id}`), 409, 'transfer_closed');
    for (const who of [from, to])
      assertRefused(await who.session('DELETE', '/account'), 409, 'transfer_running');
  });
  await waitForState(to, id, 'completed');
  assertOk(await from.session('DELETE', '/account'));
  assertOk(await anyone('GET', `/certify-badge/issuer/${issuerId}`));
  assert.equal((await find(to, id))?.issuer.name, 'Analytical Society');
});

test('credentials issued during the move are in the new account, and refused ones nowhere', async () => {
  const { from, to, issuerId, badgeId } = await createPair();
  const id = await offer(from, issuerId, to);
  const answers = await runConcurrently(40, async (n) =>
    n === 10 ? answer(to, id, 'accept') : from.api('POST', '/awards', createAwardBodyFor(badgeId)),
  );
  await waitForState(to, id, 'completed');
  const issued = answers.filter(({ status }) => status === 200).length;
  for (const { status, body } of answers)
    if (status >= 400) assert.equal(body.code, 'badge_not_found');
  const { rows } = await sql<{ account: string; n: number }>`
    select account_id as account, count(*)::int as n from credentials where badge_id = ${badgeId} group by 1`.execute(
    db,
  );
  assert.deepEqual(rows, issued === 0 ? [] : [{ account: to.accountId, n: issued }]);
  const { rows: events } =
    await sql`select 1 from events where account_id = ${from.accountId} and credential_id is not null`.execute(
      db,
    );
  assert.equal(events.length, 0);
});

test('an issuer in use again after the acceptance is not moved, and both owners get an email', async () => {
  const { from, to, issuerId, badgeId } = await createPair();
  const id = await offer(from, issuerId, to);
  await whileIssuerIsLocked(issuerId, async () => {
    assertOk(await answer(to, id, 'accept'), 202);
    await sql`insert into bulk_jobs (id, account_id, action, status, person_id, before_id, reason, total, created_at)
    values (${id}, ${from.accountId}, 'revoke', 'queued', ${from.personId}, ${id}, '', 0, now())`.execute(
      db,
    );
  });
  await waitForState(to, id, 'failed');
  assert.equal((await find(from, id))?.reason, 'transfer_work_running');
  for (const { email } of [from, to]) {
    const { mail } = await mailbox.waitFor(email, /^Issuer not moved: Analytical Society$/);
    assert.match(
      mail.text ?? '',
      /Imports, migrations or bulk jobs of the issuer’s account were unfinished/,
    );
  }
  assertOk(await from.api('GET', `/badges/${badgeId}`));
});

test('erasing locks a badge before its credentials, as a move does, so they never deadlock', async () => {
  const { from, badgeId } = await createPair();
  const awardIds: string[] = [];
  for (const name of ['Alice', 'Bella', 'Clara']) {
    const recipient = { name, email: `${name}@locks.example` };
    awardIds.push(await issueAward(from, badgeId, { recipient }));
  }
  const { recipients } = from.insignia;
  const awards = await Promise.all(
    awardIds.map((awardId) => from.insignia.credentials.get({ awardId })),
  );
  const last = awards[2]?.recipientId ?? '';
  const erase = [
    async () => assertOk(await from.api('DELETE', `/awards/${awardIds[0]}`)),
    () => recipients.erase({ recipientId: last }),
  ];
  for (const [n, run] of erase.entries()) {
    const move = await openTransaction(db);
    const { rows } = await sql`select 1 from badges where id = ${badgeId} for update`.execute(
      move.trx,
    );
    assert.equal(rows.length, 1);
    const erased = run();
    await waitForCondition('erasing waits for the badge', async () => {
      const { rows: waiting } = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from badges%for key share%'`.execute(
        db,
      );
      return waiting.length > 0;
    });
    await sql`select 1 from credentials where badge_id = ${badgeId} for update nowait`.execute(
      move.trx,
    );
    await move.commit();
    await erased;
    await waitForCondition('erased', async () => {
      const { rows: left } =
        await sql`select 1 from credentials where badge_id = ${badgeId}`.execute(db);
      return left.length === 2 - n;
    });
  }
});

test('closed transfers are deleted after 90 days, and completed ones lose the address', async () => {
  const { from, to, issuerId } = await createPair();
  const canceled = await offer(from, issuerId, to);
  assertOk(await from.session('DELETE', `/transfers/${canceled}`));
  const moved = await offer(from, issuerId, to);
  assertOk(await answer(to, moved, 'accept'), 202);
  await waitForState(to, moved, 'completed');
  const tidy = (before: Date) => db.write((trx) => tidyTransfers(trx, before));
  await tidy(new Date(Date.now() - 86_400_000));
  assert.equal((await find(from, canceled))?.state, 'cancelled');
  await tidy(new Date(Date.now() + 86_400_000));
  assert.equal(await find(from, canceled), undefined);
  assert.equal((await find(from, moved))?.email, null);
});

test('requests that wait for the end of a move find nothing of the issuer any more', async () => {
  const { from, to, issuerId, badgeId } = await createPair();
  const create = async () => (await from.insignia.claims.create({ badgeId })).claimId;
  const [changed, deleted] = [await create(), await create()];
  const migrationId = crypto.randomUUID();
  await sql`insert into move_ins (id, account_id, issuer_id, source, mode, status, dry_run, header, columns, date_order, total, created_at, finished_at)
    values (${migrationId}, ${from.accountId}, ${issuerId}, 'moodle', 'reissue', 'completed', false, '{}', '{}', 'unknown', 0, now(), now())`.execute(
    db,
  );
  const texts = { parameters: { credential: { en: { subject: 'Ours' } } } };
  const { trx, commit } = await openTransaction(db);
  // As the move does, before it commits.
  await sql`set constraints badges_issuer_id_account_id_fkey deferred`.execute(trx);
  for (const [table, column, id] of [
    ...[['issuers', 'id', issuerId] as const, ['move_ins', 'issuer_id', issuerId] as const],
    ...[['badges', 'id', badgeId] as const, ['claims', 'badge_id', badgeId] as const],
  ])
    await sql`update ${sql.table(table)} set account_id = ${to.accountId} where ${sql.ref(column)} = ${id}`.execute(
      trx,
    );
  const requests = Promise.all([
    from.api('PUT', `/claims/${changed}`, { parameters: { active: false } }),
    from.api('DELETE', `/claims/${deleted}`),
    from.api('PUT', `/issuers/${issuerId}/email-templates`, texts),
    from.api('PUT', `/badges/${badgeId}/email-templates`, texts),
    from.api('POST', `/migrations/${migrationId}/undo`),
  ]);
  try {
    await waitForCondition('all wait', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.n === 5;
    });
  } finally {
    await commit();
  }
  const codes = ['claim', 'claim', 'issuer', 'badge', 'migration'].map(
    (what) => `${what}_not_found`,
  );
  for (const [n, answered] of (await requests).entries())
    assertRefused(answered, 404, codes[n] ?? '');
  const { rows } = await sql<{ status: string; claims: number; templates: number }>`
    select status, (select count(*)::int from claims where badge_id = ${badgeId} and active) as claims,
      (select count(*)::int from email_templates where account_id = ${from.accountId}) as templates
    from move_ins where id = ${migrationId}`.execute(db);
  assert.deepEqual(rows, [{ status: 'completed', claims: 2, templates: 0 }]);
});

test('a webhook of the old account redelivers an event of a moved credential whole', async () => {
  const { from, to, issuerId, badgeId } = await createPair();
  const { id: webhookId } = await from.insignia.webhooks.create({
    ...{ url: 'https://nowhere.example/', events: ['credential.issued'] },
  });
  const awardId = await issueAward(from, badgeId);
  const id = await offer(from, issuerId, to);
  assertOk(await answer(to, id, 'accept'), 202);
  await waitForState(to, id, 'completed');
  await sql`with failed as (update deliveries set state = 'failed', done_at = now(), last_error = 'timeout'
      where credential_id = ${awardId} returning id)
    delete from waiting_deliveries where id in (select id from failed)`.execute(db);
  const [delivery] = (await from.insignia.webhooks.deliveries({ webhookId })).items;
  await from.insignia.webhooks.redeliver({ webhookId, deliveryId: delivery?.id ?? '' });
  const { rows } = await sql<{ data: object | null }>`
    select data from waiting_deliveries where credential_id = ${awardId}`.execute(db);
  assert.equal(rows.length, 1);
  assert.ok(rows[0]?.data);
});

test('a transfer whose job died fails, so that it blocks neither account', async () => {
  const { from, to, issuerId } = await createPair();
  const id = await offer(from, issuerId, to);
  await whileIssuerIsLocked(issuerId, async () => {
    assertOk(await answer(to, id, 'accept'), 202);
    // As if its process had been killed in the last attempt.
    await sql`delete from jobs where payload->>'transferId' = ${id}`.execute(db);
    const { chores } = collectWork((work) =>
      registerTransfersWork(work, {
        ...{ db, clock: () => new Date(), log: pino({ level: 'silent' }) },
        urls: createUrls(url, { hasMyCredentials: false }),
      }),
    );
    await db.write(async (trx) => void (await chores[0]?.run(trx)));
    assert.equal((await find(from, id))?.state, 'failed');
  });
  for (const { email } of [from, to])
    await mailbox.waitFor(email, /^Issuer not moved: Analytical Society$/);
  assert.equal((await find(from, id))?.reason, 'internal_error');
  await offer(from, issuerId, to);
});
