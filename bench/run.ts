// The speed table of the product, as ratios in one run on one machine: `npm run bench`. Loopback only, bounded, stops by
// itself. With --write the table goes to docs/performance.md.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { layoutOf } from '../apps/server/src/platform/db/embedded/layout.ts';
import { freePort } from '../apps/server/tests/support/instance.ts';
import { start, temporaryDirectory } from '../apps/server/tests/support/process.ts';
import { fill } from './fill.ts';
import { getIds, lookUpAndIssue, postAwards } from './scripts.ts';
import { median, needTools, pgbenchOf, rounds, seconds, startBare, wrk } from './tools.ts';

type Measure = () => Promise<number>;
type Row = { work: string; against: string; reach: number; ours: number; theirs: number };

await needTools();
const { path, remove } = await temporaryDirectory();
const file = (name: string): string => join(path, name);
const server = await start({ DATA_DIR: file('data'), RATE_LIMIT: 'on' });
const { socketDir } = layoutOf(file('data'));
const db = new pg.Client({
  connectionString: `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`,
});
const stops: (() => void)[] = [];
const table: Row[] = [];

async function compare(
  work: string,
  against: string,
  reach: number,
  ours: Measure,
  theirs: Measure,
): Promise<void> {
  const [mine, others]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    mine.push(await ours());
    others.push(await theirs());
  }
  const row = { work, against, reach, ours: median(mine), theirs: median(others) };
  table.push(row);
  console.log(
    `${work}: ${Math.round(row.ours)}/s, ${against} ${Math.round(row.theirs)}/s, ratio ${(row.ours / row.theirs).toFixed(2)} (reach ${reach})`,
  );
}

/** node:http alone, with the same status, headers and body. */
async function bareOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers });
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
  const same = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  const name = file(`bare-${stops.length}.json`);
  await writeFile(
    name,
    JSON.stringify({ status: answer.status, headers: same, body: await answer.text() }),
  );
  const port = await freePort();
  stops.push(await startBare(name, port));
  return `http://127.0.0.1:${port}/`;
}

try {
  await db.connect();
  const { keys, badges, ids } = await fill(db);
  const one = `${server.url}/certify-badge/award/${ids[0]}`;
  const bare200 = await bareOf(one);
  await compare(
    'GET public assertion, cached',
    'raw node:http 200',
    0.8,
    () => wrk(one),
    () => wrk(bare200),
  );

  const etag = (await fetch(one)).headers.get('etag') ?? '';
  const conditional = ['-H', `If-None-Match: ${etag}`];
  const bare304 = await bareOf(one, { 'if-none-match': etag });
  await compare(
    'the same, conditional',
    'raw node:http 304',
    0.85,
    () => wrk(one, conditional),
    () => wrk(bare304, conditional),
  );

  await writeFile(file('ids.lua'), getIds(ids));
  await compare(
    'GET public assertion, 100k random ids',
    'raw node:http 200',
    0.2,
    () => wrk(server.url, ['-s', file('ids.lua')]),
    () => wrk(bare200),
  );

  for (const [name, accounts] of [
    ['1,000 accounts', 1_000],
    ['one account', 1],
  ] as const) {
    await writeFile(
      file('post.lua'),
      postAwards(keys.slice(0, accounts), badges.slice(0, accounts)),
    );
    await writeFile(file('issue.sql'), lookUpAndIssue(accounts));
    const ours: Measure = () => wrk(`${server.url}/awards`, ['-s', file('post.lua')]);
    await compare(`POST /awards, ${name}`, 'pgbench', 0.5, ours, () =>
      pgbenchOf(socketDir, file('issue.sql')),
    );
  }
} finally {
  for (const stop of stops) stop();
  await db.end();
  server.child.kill('SIGTERM');
  await server.ended;
  await remove();
}

const lines = table.map(
  ({ work, against, reach, ours, theirs }) =>
    `| ${work} | ${Math.round(ours)} | ${against} | ${Math.round(theirs)} | ${(ours / theirs).toFixed(2)} | ${reach} |`,
);
const text = `# Performance

Ratios in one run on one machine, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, embedded PostgreSQL with fsync on:
medians of ${rounds} interleaved rounds of ${seconds} s each; wrk with 1 thread and 32 connections, pgbench with 32 clients. The bare server sends the
same status, headers and body; pgbench runs the same key lookup and the same issuing statement (Insignia keeps a looked-up key for 0.9 s).
Repeat with \`npm run bench -- --write\`.

| work | requests/s | held against | per second | ratio | reach |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
console.log(text);
if (process.argv.includes('--write'))
  await writeFile(new URL('../docs/performance.md', import.meta.url), text);
