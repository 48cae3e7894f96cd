// kill -9 while a job gives credentials another edition, of Node alone and with PostgreSQL: it resumes
// after the restart, and each credential gets the edition once. EDITIONS sets their number, KILLS that of kills.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { findFreePort } from '../tests/support/port.ts';
import { readPostmasterPid, startProcess } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { openDatabase, prepareAccount } from './prepare.ts';

const credentials = Number(process.env.EDITIONS ?? 20_000);
const signed = 40;
/** At most 3. Every second one also kills PostgreSQL. */
const killAt = [1, credentials / 4, credentials / 2].slice(0, Number(process.env.KILLS ?? 3));

test(`an edition job of ${credentials} credentials that is killed ${killAt.length} times updates each once`, async () => {
  const { path, remove } = await createDataDirectory();
  const settings = {
    DATA_DIR: path,
    PORT: String(await findFreePort()),
    DEFAULT_PLAN: 'pro',
    LOG_LEVEL: 'error',
  };
  let running = await startProcess(settings);
  const { key, badgeId } = await prepareAccount(running.url, path);
  const send = createTestClient(running.url, { 'x-api-key': key });
  const setup = await openDatabase(path);
  await setup.query(
    `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
     select uuid7_at(now()), account_id, id, 'Person ' || n, n || '@example.org', 'person ' || n, n || '@example.org', now(), now()
     from badges cross join generate_series(1, $1::int) n where id = $2`,
    [credentials, badgeId],
  );
  const { rows: ids } = await setup.query('select id from credentials order by random() limit $1', [
    signed,
  ]);
  await setup.end();
  const readSigned = async (id: string) =>
    assertOk(await send('GET', `/credentials/${id}/vc`)).body;
  const copies: { credentialStatus: Record<string, string> }[] = [];
  for (const { id } of ids) copies.push(await readSigned(id));

  const change = { parameters: { name: 'Another name', applyToIssued: true } };
  const { jobId } = assertOk(await send('PUT', `/badges/${badgeId}`, change)).body;
  const get = async () => assertOk(await send('GET', `/jobs/${jobId}`)).body.info;
  const killed: number[] = [];
  for (const [turn, minimum] of killAt.entries()) {
    let seen = await get();
    for (; seen.done < minimum && seen.finishedAt === null; seen = await get()) await sleep(5);
    const postmaster = await readPostmasterPid(path);
    running.child.kill('SIGKILL');
    if (turn % 2) process.kill(postmaster, 'SIGKILL');
    await running.ended;
    if (turn % 2) while (isAlive(postmaster)) await sleep(10);
    killed.push(seen.done);
    running = await startProcess(settings);
  }
  await waitForCondition('the job has ended', async () => (await get()).finishedAt !== null);
  const job = await get();
  assert.deepEqual(
    [job.status, job.total, job.done, job.skipped],
    ['completed', credentials, credentials, 0],
  );
  assert.ok(killed[0] !== undefined && killed[0] < credentials, 'it was killed before its end');
  const database = await openDatabase(path);
  const one = async (query: string) => (await database.query(query)).rows[0].n as number;
  assert.equal(
    await one('select count(*)::int n from credentials where badge_version = 2'),
    credentials,
  );
  assert.equal(
    await one('select count(distinct credential_id)::int n from credential_editions'),
    credentials,
  );
  assert.equal(await one('select count(*)::int n from credential_editions'), credentials);
  assert.equal(await one('select count(*)::int n from signed_credentials'), 0);
  await database.end();
  const isRevoked = async ({ credentialStatus }: Partial<(typeof copies)[number]> = {}) => {
    const { statusListCredential = '', statusListIndex } = credentialStatus ?? {};
    const list = assertOk(await send('GET', new URL(statusListCredential).pathname)).body;
    const bits = await decodeStatusList(list.credentialSubject.encodedList);
    return readStatus(bits, Number(statusListIndex));
  };
  for (const [n, { id }] of ids.entries()) {
    assert.equal(await isRevoked(copies[n]), true);
    const next = await readSigned(id);
    assert.deepEqual([next.name, await isRevoked(next)], ['Another name', false]);
  }
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await remove();
  process.stdout.write(
    `# edition job killed after ${killed.join(', ')} credentials: ${credentials} updated, none twice, ${signed} earlier copies revoked\n`,
  );
});
