// A service starts without a mail server and gets one later.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused } from './support/client.ts';
import { createDatabase } from './support/database.ts';
import { startInstance } from './support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { findFreePort } from './support/port.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const decrementId = (id: string): string =>
  (BigInt(`0x${id.replaceAll('-', '')}`) - 1n)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

test('emails written to files stay “written”, emit no event, and their files are erased with the credential', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-written-'));
  const folder = join(dataDir, 'mail');
  const database = await createDatabase();
  const PORT = String(await findFreePort());
  const common = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT };
  const settings = { ...common, BASE_URL: `http://127.0.0.1:${PORT}` };
  /** A file that is erased between listing and reading counts as absent. */
  const textsOfFiles = async () => {
    const names = await readdir(folder).catch(() => []);
    const files = names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8').catch(ignoreAbsence);
      return text === undefined ? [] : [[name, text]];
    });
    return (await Promise.all(files)).flat();
  };
  const filesTo = async (address: string) =>
    (await textsOfFiles()).filter(([, text]) => text?.includes(address));

  const withServer = await startInstance(settings);
  const owner = await createOwner(withServer, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const issue = (name: string) =>
    issueAward(owner, badgeId, {
      recipient: { name: `${name} Recipient`, email: `${name}@example.org` },
    });
  const findEmail = async (awardId: string) =>
    (await owner.insignia.mail.list({ awardId })).items[0] ?? assert.fail('no email');
  /** Reads an email that no worker is about to change. */
  const readStatus = async (awardId: string) => {
    const { state, status } = await findEmail(awardId);
    const { delivery, deliveryStatus } = await owner.insignia.credentials.get({ awardId });
    assert.deepEqual([delivery, deliveryStatus], [state, status]);
    return [state, status];
  };
  const send = async (name: string, at = withServer) => {
    const awardId = await issue(name);
    await owner.insignia.credentials.send({ awardId, email: `${name}@example.org` });
    await waitForCondition('sent', async () => (await findEmail(awardId)).state === 'sent');
    await at.waitForInvalidation();
    return awardId;
  };
  const countDelivered = async (awardId: string, { db } = withServer) => {
    const { rows } = await sql`select 1 from events
      where credential_id = ${awardId} and type = 'credential.delivered'`.execute(db);
    return rows.length;
  };
  const accepted = await send('accepted');
  assert.deepEqual(await readStatus(accepted), ['sent', 'accepted']);
  assert.equal(await countDelivered(accepted), 1);
  await withServer.stop();

  const withFiles = await startInstance({ ...settings, SMTP_URL: '' });
  const writtenMailId = await send('written', withFiles);
  const keptEmail = await send('kept', withFiles);
  const lostMailId = await send('lost', withFiles);
  assert.deepEqual(await readStatus(writtenMailId), ['sent', 'written']);
  assert.equal(await countDelivered(writtenMailId, withFiles), 0);
  assert.deepEqual(await readStatus(accepted), ['sent', 'accepted']);
  assert.equal((await filesTo('written@example.org')).length, 1);
  for (const [state, found] of [
    ['written', [lostMailId, keptEmail, writtenMailId]],
    ['accepted', [accepted]],
    ['sent', [lostMailId, keptEmail, writtenMailId, accepted]],
  ] as const) {
    const { items } = await owner.insignia.mail.list({ state });
    const about = items.flatMap(({ awardId }) => (awardId ? [awardId.split('/').at(-1)] : []));
    assert.deepEqual(about, found, state);
  }
  // Restore the state of the previous release, where only the file records that an email was
  // written.
  await sql`update mails set handed_to = null where credential_id = any(${[keptEmail, lostMailId]}::uuid[])`.execute(
    withFiles.db,
  );
  for (const [name] of await filesTo('lost@example.org')) await rm(join(folder, name ?? ''));
  await withFiles.stop();

  const again = await startInstance(settings);
  await waitForCondition('recorded', async () => (await findEmail(keptEmail)).status === 'written');
  assert.deepEqual(await readStatus(lostMailId), ['sent', null]);
  assert.deepEqual(await readStatus(writtenMailId), ['sent', 'written']);
  const later = await send('later', again);
  assert.deepEqual(await readStatus(later), ['sent', 'accepted']);
  assert.equal(await countDelivered(later, again), 1);
  assert.equal(await countDelivered(writtenMailId, again), 0);

  await owner.insignia.credentials.delete({ awardId: writtenMailId });
  await waitForCondition(
    'deleted',
    async () => (await filesTo('written@example.org')).length === 0,
  );
  assert.equal((await filesTo('kept@example.org')).length, 1, 'others stay');
  await again.stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('emails that were only written to files are sent once after SMTP_URL is set, except needless ones', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-written-'));
  const database = await createDatabase();
  const PORT = String(await findFreePort());
  const common = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT };
  const settings = { ...common, BASE_URL: `http://127.0.0.1:${PORT}` };

  const signingUp = await startInstance(settings);
  const owner = await createOwner(signingUp, 'pro');
  const stranger = await createOwner(signingUp, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await signingUp.stop();

  const withFiles = await startInstance({ ...settings, SMTP_URL: '' });
  const buildAddress = (name: string) => `${name}@written.example`;
  const issue = (name: string) =>
    issueAward(owner, badgeId, {
      recipient: { name: `${name} Recipient`, email: buildAddress(name) },
    });
  const send = (awardId: string, name: string) =>
    owner.insignia.credentials.send({ awardId, email: buildAddress(name) });
  const names = ['one', 'twice', 'revoked', 'unsubscribed', 'erased', 'corrected'];
  const ids = new Map<string, string>();
  for (const name of names) {
    const awardId = await issue(name);
    ids.set(name, awardId);
    await send(awardId, name);
  }
  const twice = ids.get('twice') ?? '';
  await send(twice, 'twice');
  await owner.insignia.credentials.share({
    ...{ awardId: ids.get('one') ?? '', recipients: buildAddress('friend') },
    ...{ subject: 'A credential', message: 'Look' },
  });
  const listWritten = async () => (await owner.insignia.mail.list({ state: 'written' })).items;
  await waitForCondition('written', async () => (await listWritten()).length === names.length + 2);
  await withFiles.waitForInvalidation();
  // The second email is queued by a process whose clock is behind.
  const [second = '', first = ''] = (await owner.insignia.mail.list({ awardId: twice })).items.map(
    ({ mailId }) => mailId,
  );
  await sql`update mails set id = ${decrementId(first)} where id = ${second}`.execute(withFiles.db);
  assert.deepEqual(await owner.insignia.mail.countWritten(), {
    count: names.length + 1,
    isMore: false,
  });
  assertRefused(await owner.api('POST', '/mail/written/send'), 409, 'no_mail_server');
  await withFiles.stop();

  const withServer = await startInstance(settings);
  await owner.insignia.credentials.revoke({ awardId: ids.get('revoked') ?? '' });
  await owner.insignia.credentials.delete({ awardId: ids.get('erased') ?? '' });
  await owner.insignia.credentials.correct({
    ...{ awardId: ids.get('corrected') ?? '', recipient: { email: buildAddress('right') } },
  });
  await sql`insert into suppressed_addresses values (${owner.accountId},
    sha256(convert_to(${buildAddress('unsubscribed')}, 'UTF8')), now())`.execute(withServer.db);
  assert.equal((await owner.insignia.mail.countWritten()).count, 3);
  assert.equal((await stranger.insignia.mail.countWritten()).count, 0);
  assert.deepEqual(await stranger.insignia.mail.sendWritten({}), { queued: 0, left: 0 });

  const replies = await runConcurrently(5, () => owner.insignia.mail.sendWritten({}));
  assert.equal(
    replies.reduce((sum, { queued }) => sum + queued, 0),
    3,
  );
  for (const name of ['one', 'twice', 'friend'])
    await withServer.mailbox.waitFor(buildAddress(name), /credential/i);
  const accepted = async () => (await owner.insignia.mail.list({ state: 'accepted' })).items.length;
  await waitForCondition('recorded', async () => (await accepted()) === 3);
  const ofTwice = (await owner.insignia.mail.list({ awardId: twice })).items;
  assert.deepEqual(
    ofTwice.map(({ mailId, status }) => [mailId, status]),
    [
      [first, 'written'],
      [decrementId(first), 'accepted'],
    ],
  );
  await withServer.waitForInvalidation();
  const received = withServer.mailbox.received.map(({ to: [to] }) => to);
  assert.deepEqual(received.toSorted(), ['friend', 'one', 'twice'].map(buildAddress));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from events
    where credential_id = ${ids.get('one')} and type = 'credential.delivered'`.execute(
    withServer.db,
  );
  assert.equal(rows[0]?.n, 1);
  assert.deepEqual(await owner.insignia.mail.sendWritten({}), { queued: 0, left: 0 });
  await withServer.stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});
