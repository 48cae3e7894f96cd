// kill -9 while issuing, of Node alone and with PostgreSQL in turn: nothing acknowledged is lost,
// nothing is doubled under one Idempotency-Key, counters equal rows, and each credential has its
// event. KILLS sets the number (50 for the full run).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import { createTestClient } from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { findFreePort } from '../tests/support/port.ts';
import { readPostmasterPid, startProcess } from '../tests/support/process.ts';
import {
  miscountedDaysSql,
  openDatabase,
  prepareAccount,
  raiseQuota,
  SPARE_BYTES,
} from './prepare.ts';

const kills = Number(process.env.KILLS ?? 10);
const clients = 8;

test(`${kills} kills under load cause no lost or duplicate writes`, async () => {
  const { path, remove } = await createDataDirectory();
  const settings = {
    DATA_DIR: path,
    PORT: String(await findFreePort()),
    DEFAULT_PLAN: 'pro',
    LOG_LEVEL: 'error',
  };
  let running = await startProcess(settings);
  const { key, badgeId } = await prepareAccount(running.url, path);
  await raiseQuota(path);
  const send = createTestClient(running.url, { 'x-api-key': key });
  const acknowledged = new Map<string, Set<string>>();
  let over = false;
  let serial = 0;
  let unanswered = 0;

  const issueUntilOver = async (): Promise<void> => {
    while (!over) {
      const once = `load-${serial++}`;
      const body = {
        parameters: {
          badgeId,
          recipient: { name: `Person ${once}`, email: `${once}@example.org` },
          issuedOn: '2026-01-01',
        },
      };
      // Like a careful client: repeats the same request until it gets a response.
      for (let hasResponse = false; !hasResponse && !over; ) {
        const answer = await send('POST', '/awards', body, { 'idempotency-key': once }).catch(
          () => undefined,
        );
        hasResponse = answer?.status === 200;
        if (answer && answer.status !== 200) assert.equal(answer.status, 503, answer.text);
        if (!hasResponse) {
          unanswered++;
          await sleep(100);
          continue;
        }
        const seen = acknowledged.get(once) ?? new Set();
        acknowledged.set(once, seen.add(answer?.body.info.awardId));
      }
    }
  };
  const load = Array.from({ length: clients }, issueUntilOver);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + Math.random() * 350);
    const postmaster = await readPostmasterPid(path);
    running.child.kill('SIGKILL');
    if (kill % 2) process.kill(postmaster, 'SIGKILL');
    await running.ended;
    if (kill % 2) while (isAlive(postmaster)) await sleep(10);
    running = await startProcess(settings);
  }
  over = true;
  await Promise.all(load);

  const database = await openDatabase(path);
  const one = async (query: string) => (await database.query(query)).rows[0].n as number;
  const { rows } = await database.query('select id, recipient_email as email from credentials');
  const storedIds = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged.values()]
    .flatMap((ids) => [...ids])
    .filter((id) => !storedIds.has(id.split('/').at(-1)));
  assert.deepEqual(lost, []);
  for (const [once, ids] of acknowledged) assert.equal(ids.size, 1, once);
  assert.equal(new Set(rows.map(({ email }) => email)).size, rows.length);
  assert.equal(
    await one(`select credentials + ${SPARE_BYTES} as n from account_usage`),
    rows.length,
  );
  assert.equal(
    await one(
      "select count(distinct credential_id)::int as n from events where type = 'credential.issued'",
    ),
    rows.length,
  );
  assert.equal(await one('select count(*)::int as n from events'), rows.length);
  assert.equal(await one(miscountedDaysSql), 0);
  await database.end();
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await remove();
  process.stdout.write(
    `# kill -9 ${kills} times: ${acknowledged.size} acknowledged, 0 lost, 0 doubled, ${unanswered} tries without answer\n`,
  );
});
