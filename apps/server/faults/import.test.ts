// kill -9 during an import of 10,000 rows, of Node alone and with PostgreSQL: it resumes after the
// restart, and each row is issued once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { findFreePort } from '../tests/support/port.ts';
import {
  createTemporaryDirectory,
  readPostmasterPid,
  startProcess,
} from '../tests/support/process.ts';
import { miscountedDaysSql, openDatabase, prepareAccount } from './prepare.ts';

const rows = 10_000;
const killAt = [1, 3_000, 6_000];

test(`an import of ${rows} rows that is killed ${killAt.length} times issues each row once`, async () => {
  const { path, remove } = await createTemporaryDirectory();
  const settings = {
    DATA_DIR: path,
    PORT: String(await findFreePort()),
    DEFAULT_PLAN: 'pro',
    LOG_LEVEL: 'error',
  };
  let running = await startProcess(settings);
  const { key, badgeId } = await prepareAccount(running.url, path);
  const send = createTestClient(running.url, { 'x-api-key': key });
  const lines = Array.from({ length: rows }, (_, n) => `Person ${n},p${n}@example.org,2026-03-01`);
  const file = `name,email,issuedOn\n${lines.join('\n')}\n`;
  const upload = await send('POST', `/awards/imports?badgeId=${badgeId}`, file, {
    'content-type': 'text/csv',
  });
  const { importId } = assertOk(upload, 202).body.info;
  const get = async () => assertOk(await send('GET', `/awards/imports/${importId}`)).body.info;
  const killed: number[] = [];
  for (const [turn, least] of killAt.entries()) {
    let seen = await get();
    for (; seen.issued < least && seen.finishedAt === null; seen = await get()) await sleep(5);
    const postmaster = await readPostmasterPid(path);
    running.child.kill('SIGKILL');
    if (turn % 2) process.kill(postmaster, 'SIGKILL');
    await running.ended;
    if (turn % 2) while (isAlive(postmaster)) await sleep(10);
    killed.push(seen.issued);
    running = await startProcess(settings);
  }
  const ends = Date.now() + 60_000;
  let done = await get();
  for (; done.finishedAt === null && Date.now() < ends; done = await get()) await sleep(50);
  assert.deepEqual([done.status, done.issued, done.failed], ['completed', rows, 0]);
  assert.ok(killed[0] !== undefined && killed[0] < rows, 'it was killed before its end');
  const database = await openDatabase(path);
  const one = async (query: string) => (await database.query(query)).rows[0].n as number;
  assert.equal(await one('select count(distinct recipient_email)::int n from credentials'), rows);
  assert.equal(await one('select count(*)::int n from credentials'), rows);
  assert.equal(await one('select count(distinct credential_id)::int n from events'), rows);
  assert.equal(await one('select credentials n from account_usage'), rows);
  assert.equal(await one(miscountedDaysSql), 0);
  await database.end();
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await remove();
  process.stdout.write(
    `# import killed after ${killed.join(', ')} rows: ${rows} issued, none twice\n`,
  );
});
