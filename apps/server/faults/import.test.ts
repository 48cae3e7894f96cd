// kill -9 during an import, corrections, and migrations from another service, of Node alone and with PostgreSQL: it resumes
// after the restart, unless it is paused, and each row is issued, offered or corrected once. IMPORTED sets the number of rows,
// KILLS that of kills.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { findFreePort } from '../tests/support/port.ts';
import { readPostmasterPid, startProcess } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { miscountedDaysSql, openDatabase, prepareAccount } from './prepare.ts';

const rows = Number(process.env.IMPORTED ?? 10_000);
/** Every second one also kills PostgreSQL. */
const kills = Number(process.env.KILLS ?? 5);
/** The numbers of rows after which to kill. */
const spreadKills = (count: number): number[] =>
  Array.from({ length: kills }, (_, n) => Math.max(1, (0.9 * count * n) / kills));
const killAt = spreadKills(rows);

async function startService() {
  const { path, remove } = await createDataDirectory();
  const settings = {
    DATA_DIR: path,
    PORT: String(await findFreePort()),
    DEFAULT_PLAN: 'pro',
    LOG_LEVEL: 'error',
    VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
  };
  let running = await startProcess(settings);
  let turn = 0;
  const { key, badgeId } = await prepareAccount(running.url, path);
  const issuerId = async () =>
    assertOk(await send('GET', `/badges/${badgeId}`)).body.issuer as string;
  const send = createTestClient(running.url, { 'x-api-key': key });
  const start = async (file: string): Promise<() => Promise<ImportState>> => {
    const upload = await send('POST', `/awards/imports?badgeId=${badgeId}`, file, {
      'content-type': 'text/csv',
    });
    const { importId } = assertOk(upload, 202).body.info;
    return async () => assertOk(await send('GET', `/awards/imports/${importId}`)).body.info;
  };
  const moveIn = async (file: string, mode: 'reissue' | 'hold' = 'reissue') => {
    const query = `source=moodle&mode=${mode}&issuerId=${await issuerId()}`;
    const type = { 'content-type': 'text/csv' };
    const { migrationId } = assertOk(await send('POST', `/migrations?${query}`, file, type), 202)
      .body.info;
    const migration = `/migrations/${migrationId}`;
    const get = async (): Promise<ImportState> => {
      const { info } = assertOk(await send('GET', migration)).body;
      return { ...info, issued: info.created, corrected: 0 };
    };
    const order = async (what: 'pause' | 'resume') =>
      assertOk(await send('POST', `${migration}/${what}`));
    return { get, order };
  };
  return {
    path,
    start,
    moveIn,
    /** Kills the program after each of these numbers of rows. Returns the numbers. */
    killAfter: async (get: () => Promise<ImportState>, moments: readonly number[]) => {
      const killed: number[] = [];
      for (const minimum of moments) {
        let seen = await get();
        for (; countDone(seen) < minimum && seen.finishedAt === null; seen = await get())
          await sleep(5);
        const postmaster = await readPostmasterPid(path);
        running.child.kill('SIGKILL');
        if (turn % 2) process.kill(postmaster, 'SIGKILL');
        await running.ended;
        if (turn % 2) while (isAlive(postmaster)) await sleep(10);
        turn++;
        killed.push(countDone(seen));
        running = await startProcess(settings);
      }
      return killed;
    },
    stop: async () => {
      running.child.kill('SIGTERM');
      assert.equal(await running.ended, 0);
      await remove();
    },
  };
}

type ImportState = {
  status: string;
  issued: number;
  corrected: number;
  failed: number;
  finishedAt: string | null;
};
const countDone = ({ issued, corrected }: ImportState): number => issued + corrected;

async function waitForEnd(get: () => Promise<ImportState>): Promise<ImportState> {
  await waitForCondition('the import has ended', async () => (await get()).finishedAt !== null);
  return get();
}

const listPeople = (count: number): string => {
  const lines = Array.from({ length: count }, (_, n) => `Person ${n},p${n}@example.org,2026-03-01`);
  return `name,email,issuedOn\n${lines.join('\n')}\n`;
};

test(`an import of ${rows} rows that is killed ${killAt.length} times issues each row once`, async () => {
  const { path, start, killAfter, stop } = await startService();
  const get = await start(listPeople(rows));
  const killed = await killAfter(get, killAt);
  const done = await waitForEnd(get);
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
  await stop();
  process.stdout.write(
    `# import killed after ${killed.join(', ')} rows: ${rows} issued, none twice\n`,
  );
});

/** A thousand at a time. */
const corrections = 3_000;
const killCorrectionsAt = spreadKills(corrections);

test(`${corrections} corrections that are killed ${killCorrectionsAt.length} times are made once`, async () => {
  const { path, start, killAfter, stop } = await startService();
  await waitForEnd(await start(listPeople(corrections)));
  const database = await openDatabase(path);
  const { rows: issued } = await database.query(
    'select id, recipient_name as name from credentials',
  );
  await database.end();
  const lines = issued.map(({ id, name }) => `${id},${name} Corrected`);
  const get = await start(`id,name\n${lines.join('\n')}\n`);
  const killed = await killAfter(get, killCorrectionsAt);
  const done = await waitForEnd(get);
  assert.deepEqual([done.status, done.corrected, done.failed], ['completed', corrections, 0]);
  assert.ok(killed[0] !== undefined && killed[0] < corrections, 'it was killed before its end');
  const after = await openDatabase(path);
  const one = async (query: string) => (await after.query(query)).rows[0].n as number;
  assert.equal(await one('select count(*)::int n from credentials'), corrections);
  assert.equal(
    await one(
      `select count(*)::int n from credentials where corrections = 1 and recipient_name like 'Person % Corrected'`,
    ),
    corrections,
  );
  assert.equal(await one('select count(*)::int n from credential_editions'), corrections);
  assert.equal(
    await one(`select count(*)::int n from events where type = 'credential.corrected'`),
    corrections,
  );
  await after.end();
  await stop();
  process.stdout.write(
    `# corrections killed after ${killed.join(', ')} rows: ${corrections} made, none lost or twice\n`,
  );
});

test(`a migration of ${rows} rows that is killed ${killAt.length} times, once while paused, issues each row once`, async () => {
  const { path, moveIn, killAfter, stop } = await startService();
  const lines = Array.from(
    { length: rows },
    (_, n) => `Badge ${n % 7},Person ${n},p${n}@example.org,2026-03-01`,
  );
  const file = `Name,Full name,Email address,Date issued\n${lines.join('\n')}\n`;
  const { get, order } = await moveIn(file);
  await order('pause');
  const paused = await get();
  const killed = await killAfter(get, [0]);
  const restarted = await get();
  assert.deepEqual([restarted.status, restarted.issued], ['paused', paused.issued]);
  await order('resume');
  killed.push(...(await killAfter(get, killAt.slice(0, -1))));
  const done = await waitForEnd(get);
  assert.deepEqual([done.status, done.issued, done.failed], ['completed', rows, 0]);
  assert.ok(killed[1] !== undefined && killed[1] < rows, 'it was killed before its end');
  const database = await openDatabase(path);
  const one = async (query: string) => (await database.query(query)).rows[0].n as number;
  assert.equal(await one('select count(distinct recipient_email)::int n from credentials'), rows);
  assert.equal(await one('select count(*)::int n from credentials'), rows);
  assert.equal(await one(`select count(*)::int n from badges where name like 'Badge %'`), 7);
  assert.equal(await one('select credentials n from account_usage'), rows);
  await database.end();
  await stop();
  process.stdout.write(
    `# migration killed after ${killed.join(', ')} rows: ${rows} issued, none twice\n`,
  );
});

/** Badges of another issuer, one at each path. Returns the address of the server. */
async function hostBadges(t: TestContext): Promise<string> {
  const context = 'https://w3id.org/openbadges/v2';
  const site = createServer(({ url: path = '' }, response) => {
    const origin = `http://${host}`;
    const id = origin + path;
    const document = {
      ...{ '@context': context, id, type: 'Assertion', badge: `${origin}/badge` },
      recipient: { type: 'email', hashed: false, identity: `p${path.slice(1)}@example.org` },
      ...{ verification: { type: 'hosted' }, issuedOn: '2023-05-04T10:00:00Z' },
    };
    const badge = {
      ...{ '@context': context, id, type: 'BadgeClass', name: 'Hosted', description: 'Hosted' },
      ...{ image: `${origin}/none.png`, issuer: `${origin}/issuer`, criteria: { narrative: 'X' } },
    };
    const issuer = {
      ...{ '@context': context, id, type: 'Issuer', name: 'Old Academy', url: `${origin}/` },
      email: 'badges@academy.example',
    };
    const found = path === '/badge' ? badge : path === '/issuer' ? issuer : document;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.2', resolve));
  t.after(() => void site.close());
  const host = `127.0.0.2:${(site.address() as AddressInfo).port}`;
  return `http://${host}`;
}

/** Eight at a time. */
const links = 200;
const killLinksAt = spreadKills(links);

test(`${links} originals of an export that is killed ${killLinksAt.length} times while it writes are offered once`, async (t) => {
  const { path, moveIn, killAfter, stop } = await startService();
  const origin = await hostBadges(t);
  // Most of a batch's time is spent writing, so that kills interrupt that.
  const before = await openDatabase(path);
  await before.query(`create function write_slowly() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.03); return new; end $$`);
  await before.query(`create trigger write_slowly before insert on offered_credentials
    for each row execute function write_slowly()`);
  await before.end();
  const lines = Array.from({ length: links }, (_, n) => `Hosted,p${n}@example.org,${origin}/${n}`);
  const { get } = await moveIn(`Name,Email address,Badge URL\n${lines.join('\n')}\n`, 'hold');
  const killed = await killAfter(get, killLinksAt);
  const done = await waitForEnd(get);
  assert.deepEqual([done.status, done.issued, done.failed], ['completed', links, 0]);
  assert.ok(killed[0] !== undefined && killed[0] < links, 'it was killed before its end');
  const database = await openDatabase(path);
  const one = async (query: string) => (await database.query(query)).rows[0].n as number;
  const offered = `from offered_credentials where state = 'open'`;
  assert.equal(await one(`select count(*)::int n ${offered}`), links);
  assert.equal(await one(`select count(distinct address)::int n ${offered}`), links);
  assert.equal(await one('select count(*)::int n from move_in_rows'), 0);
  assert.equal(await one('select rows n from move_in_badges'), links);
  await database.end();
  await stop();
  process.stdout.write(
    `# links killed after ${killed.join(', ')} rows: ${links} offered, none twice\n`,
  );
});
