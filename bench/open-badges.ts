// Open Badges 3.0 of the running service: first, repeated and cached reads of signed credentials,
// status lists, and revoking 10,000 of a million credentials. Loopback only, stops by itself.
// --write updates bench/results.md. npm run -s bench:open-badges
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '../apps/server/src/kernel/id.ts';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import {
  createTemporaryDirectory,
  readPostmasterPid,
  startProcess,
} from '../apps/server/tests/support/process.ts';
import { decodeStatusList } from '../packages/openbadges/src/v3/index.ts';
import { fillDatabase, fillToTotal } from './fill.ts';
import {
  median,
  readCpu,
  readTreeCpu,
  requireTools,
  rounds,
  runWrk,
  startBareServer,
  writeReport,
} from './tools.ts';

const entries = 131_072;

/**
 * Gives every credential without one a status list entry, as if each had been read. Returns all
 * lists.
 */
async function signAll(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query(`select count(*)::int as left from credentials c
    where not exists (select 1 from signed_credentials where credential_id = c.id)`);
  const { rows: known } = await db.query(
    'select id, issuer_id, seed from status_lists order by number desc limit 1',
  );
  const [{ id: first, issuer_id: issuer, seed }] = known;
  const ids = Array.from({ length: Math.ceil(rows[0].left / entries) }, newId);
  for (const [at, id] of ids.entries())
    await db.query(
      `insert into status_lists (id, issuer_id, number, seed, given, bits, changed_at)
       values ($1, $2, $3, $4, $5, decode(repeat('00', $5 / 8), 'hex'), now())`,
      [id, issuer, at + 2, seed, entries],
    );
  await db.query(
    `insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt)
     select c.id, k.id, ($1::uuid[])[1 + (n - 1) / $2], (n - 1) % $2, gen_random_uuid(), md5(c.id::text)
     from (select id, row_number() over (order by id) as n from credentials c
       where not exists (select 1 from signed_credentials where credential_id = c.id)) c,
       (select id from issuer_keys where issuer_id = $3 limit 1) k`,
    [ids, entries, issuer],
  );
  await db.query('vacuum analyze signed_credentials, status_lists');
  return [first, ...ids];
}

const total = Number(process.env.BENCH_CREDENTIALS ?? 1_000_000);
const reads = Number(process.env.BENCH_READS ?? 1_000);
const revoked = 10_000;

await requireTools();
const load = loadavg()[0]?.toFixed(1);
const { path, remove } = await createTemporaryDirectory();
const server = await startProcess({ DATA_DIR: join(path, 'data'), RATE_LIMIT: '100000' });
const { socketDir } = getLayout(join(path, 'data'));
const db = new pg.Client({
  connectionString: `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`,
});
const stops: (() => void)[] = [];
const lines: string[] = [];
const say = (work: string, figure: string): void => {
  lines.push(`| ${work} | ${figure} |`);
  console.log(`${work}: ${figure}`);
};

/** Sequential: time and CPU per item, in milliseconds. */
async function each(work: string, ids: string[], pathOf: (id: string) => string): Promise<void> {
  const postmaster = await readPostmasterPid(join(path, 'data'));
  const used = () => Promise.all([readCpu(server.child.pid), readTreeCpu(postmaster)]);
  const before = await used();
  const took: number[] = [];
  for (const id of ids) {
    const startedAt = performance.now();
    const answer = await fetch(server.url + pathOf(id));
    await answer.arrayBuffer();
    took.push(performance.now() - startedAt);
    assert.equal(answer.status, 200);
  }
  const after = await used();
  const [own, database] = after.map((cpu, at) => (cpu - (before[at] ?? 0)) / ids.length);
  took.sort((one, other) => one - other);
  const at99 = took[Math.floor(took.length * 0.99)] ?? Number.NaN;
  say(
    work,
    `median ${median(took).toFixed(1)} ms, p99 ${at99.toFixed(1)} ms; CPU ${own?.toFixed(2)} ms, of the database ${database?.toFixed(2)} ms`,
  );
}

/** From the cache, compared with node:http serving the same response. */
async function cached(work: string, url: string): Promise<void> {
  // Uncompressed, as wrk requests it.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  const file = join(path, `bare-${stops.length}.json`);
  await writeFile(file, JSON.stringify({ status: 200, headers, body: await answer.text() }));
  const port = await findFreePort();
  stops.push(await startBareServer(file, port));
  const found: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++)
    found.push({ ours: await runWrk(url), bare: await runWrk(`http://127.0.0.1:${port}/`) });
  const [ours, bare] = [median(found.map((one) => one.ours)), median(found.map((one) => one.bare))];
  const ratio = median(found.map((one) => one.ours / one.bare)).toFixed(2);
  say(work, `${Math.round(ours)}/s, node:http alone ${Math.round(bare)}/s, ratio ${ratio}`);
}

try {
  await db.connect();
  const { keys, ids } = await fillDatabase(db);
  const [warm, measured] = [ids.slice(0, 200), ids.slice(200, 200 + reads)];
  const signed = (id: string): string => `/credentials/${id}/vc`;
  for (const id of warm) await (await fetch(server.url + signed(id))).arrayBuffer();
  await each('signed credential, first read: index assigned, then signed', measured, signed);
  await each(
    'signed credential, read again without the cache',
    measured,
    (id) => `${signed(id)}?download`,
  );
  await each(
    'JWT of the same credential, without the cache',
    measured,
    (id) => `${signed(id)}.jwt`,
  );
  await each(
    '2.0 assertion of the same credential, without the cache',
    measured,
    (id) => `/certify-badge/award/${id}`,
  );
  await cached('signed credential from the cache', server.url + signed(measured[0] ?? ''));

  await fillToTotal(db, total);
  const lists = await signAll(db);
  await each(
    `${lists.length} status lists of 131,072, first read: compressed and signed`,
    lists,
    (id) => `/status/${id}`,
  );
  await cached('status list from the cache', `${server.url}/status/${lists[0]}`);

  const { rows } = await db.query(
    'select credential_id as id from signed_credentials order by random() limit $1',
    [revoked],
  );
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/awards/revoke`, {
    method: 'POST',
    headers: { 'x-api-key': keys[0] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: { awardIds: rows.map(({ id }) => id) } }),
  });
  assert.equal(answer.status, 202, await answer.clone().text());
  let set = 0;
  while (set < revoked) {
    set = 0;
    for (const id of lists) {
      const list = await (await fetch(`${server.url}/status/${id}`)).json();
      const bits = await decodeStatusList(list.credentialSubject.encodedList);
      for (const byte of bits) if (byte > 0) set += byte.toString(2).replaceAll('0', '').length;
    }
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(
    `${revoked} of ${total} revoked in one request, until all ${lists.length} lists show it`,
    `${seconds} s`,
  );
} finally {
  for (const stop of stops) stop();
  await db.end();
  server.child.kill('SIGTERM');
  await server.ended;
  await remove();
}

await writeReport(
  'open-badges',
  `Measured ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, embedded PostgreSQL, load average ${load} at the start;
requests are sequential, except those from the cache: wrk with 1 thread and 32 connections, medians of ${rounds} interleaved
rounds. Repeat with \`npm run -s bench:open-badges -- --write\`.

| work | |
| --- | --- |
${lines.join('\n')}`,
);
