// The product's speed table as ratios within one run: `npm run bench`. Loopback only, bounded,
// stops by itself. --write updates bench/results.md.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { createCertificateAuthority } from '../apps/server/tests/support/receiver.ts';
import { measureCertificates, measureDesignMemory } from './certificates.ts';
import { fillDatabase, fillToTotal, getIds, lookUpAndIssue, postAwards } from './fill.ts';
import { measureImportRate, measureInsertRate, measureSingleRate, readExport } from './imports.ts';
import {
  measureOneByOne,
  median,
  readPeakMemory,
  readResidentMemory,
  requireTools,
  rounds,
  runPgbench,
  runWrk,
  seconds,
  startBareServer,
  watchMemory,
  writeReport,
} from './tools.ts';
import { measureBareRate, measureDeliveryRate, startSink } from './webhooks.ts';

type Measure = () => Promise<number>;
/** Part of a row's name: measures matching rows only. */
const only = process.env.BENCH_ONLY ?? '';
type Row = { work: string; against: string; goal: number; ours: number; theirs: number };

await requireTools();
const { path, remove } = await createTemporaryDirectory();
const file = (name: string): string => join(path, name);
const authority = file('authority.pem');
await writeFile(authority, (await createCertificateAuthority()).cert);
// Limits are on but raised.
const server = await startProcess({
  DATA_DIR: file('data'),
  RATE_LIMIT: '100000',
  NODE_EXTRA_CA_CERTS: authority,
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
});
const { socketDir } = getLayout(file('data'));
const db = new pg.Client({
  connectionString: `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`,
});
const stops: (() => void)[] = [];
const remarks: string[] = [];
const table: Row[] = [];

/** Returns our result; 0 if skipped. */
async function compare(
  work: string,
  against: string,
  goal: number,
  ours: Measure,
  theirs: Measure,
): Promise<number> {
  if (!work.includes(only)) return 0;
  const [ourFigures, theirFigures]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ourFigures.push(await ours());
    theirFigures.push(await theirs());
  }
  const row = {
    work,
    against,
    goal,
    ours: median(ourFigures),
    theirs: median(theirFigures),
  };
  table.push(row);
  console.log(
    `${work}: ${Math.round(row.ours)}/s, ${against} ${Math.round(row.theirs)}/s, ratio ${(row.ours / row.theirs).toFixed(2)} (goal ${goal})`,
  );
  return row.ours;
}

/** node:http serving the same response. */
async function measureBare(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers });
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
  const same = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  const name = file(`bare-${stops.length}.json`);
  await writeFile(
    name,
    JSON.stringify({ status: answer.status, headers: same, body: await answer.text() }),
  );
  const port = await findFreePort();
  stops.push(await startBareServer(name, port));
  return `http://127.0.0.1:${port}/`;
}

try {
  await db.connect();
  const startup = Math.round(await readPeakMemory(server.child.pid));
  const { accounts, keys, badges, ids } = await fillDatabase(db);
  // Filling takes a while, in which the process has nothing to do.
  const idle = Math.round(await readResidentMemory(server.child.pid));
  const one = `${server.url}/certify-badge/award/${ids[0]}`;
  const bare200 = await measureBare(one);
  await compare(
    'GET public assertion, cached',
    'raw node:http 200',
    0.8,
    () => runWrk(one),
    () => runWrk(bare200),
  );

  const etag = (await fetch(one)).headers.get('etag') ?? '';
  const conditional = ['-H', `If-None-Match: ${etag}`];
  const bare304 = await measureBare(one, { 'if-none-match': etag });
  await compare(
    'the same, conditional',
    'raw node:http 304',
    0.85,
    () => runWrk(one, conditional),
    () => runWrk(bare304, conditional),
  );

  const page = `${server.url}/credentials/${ids[0]}`;
  const barePage = await measureBare(page, { 'accept-encoding': 'identity' });
  await compare(
    'public page, cached',
    'raw node:http serving the same bytes',
    0.6,
    () => runWrk(page),
    () => runWrk(barePage),
  );

  await writeFile(file('ids.lua'), getIds(ids));
  await compare(
    'GET public assertion, 100k random ids',
    'raw node:http 200',
    0.2,
    () => runWrk(server.url, ['-s', file('ids.lua')]),
    () => runWrk(bare200),
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
    const ours: Measure = () => runWrk(`${server.url}/awards`, ['-s', file('post.lua')]);
    await compare(`POST /awards, ${name}`, 'pgbench', 0.5, ours, () =>
      runPgbench(socketDir, file('issue.sql')),
    );
  }
  const [account = '', key = '', badge = ''] = [accounts[1], keys[1], badges[1]];
  const imported = await compare(
    'CSV import of 10,000 rows, end to end',
    'one 1,000-row insert, repeated',
    0.6,
    () => measureImportRate(server.url, key, badge),
    () => measureInsertRate(db, account, badge),
  );
  const sink = await startSink(file('sink.json'));
  stops.push(sink.stop);
  const [receiving = '', receiverKey = '', itsBadge = ''] = [accounts[2], keys[2], badges[2]];
  const registered = await fetch(`${server.url}/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': receiverKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: sink.url }),
  });
  if (registered.status !== 201) throw new Error(await registered.text());
  const delivered = await compare(
    'webhook delivery, claim to recorded result',
    'undici alone, the same sink',
    0.55,
    () => measureDeliveryRate(db, receiving, itsBadge),
    () => measureBareRate(sink.url),
  );
  if (imported > 0) {
    const single = await measureSingleRate(server.url, key, badge);
    remarks.push(
      `Import compared with one client that issues sequentially: ${Math.round(imported)}/s to ${Math.round(single)}/s, ${(imported / single).toFixed(1)} times.`,
    );
  }
  const { pid } = server.child;
  if (only === '') {
    const peak = Math.round(await readPeakMemory(pid));
    remarks.push(
      `The Node process: ${startup} MiB at most at startup, ${idle} MiB idle (goal 220), ${peak} MiB at most under this load (goal 350).`,
    );
  }
  if ('export'.includes(only)) {
    await fillToTotal(db, 1_000_000);
    const exported = await watchMemory(pid, () => readExport(server.url, keys[0] ?? ''));
    remarks.push(
      `Export of ${exported.result} credentials as CSV: ${exported.took.toFixed(1)} s, the process grew by ${Math.round(exported.growth)} MiB at most.`,
    );
  }
  if (delivered > 0) {
    const sent = await watchMemory(pid, () =>
      measureDeliveryRate(db, receiving, itsBadge, 100_000),
    );
    remarks.push(
      `100,000 deliveries to one endpoint: ${Math.round(sent.result)}/s, the process grew by ${Math.round(sent.growth)} MiB at most.`,
    );
  }
  if ('certificates'.includes(only)) {
    const who = { account: accounts[3] ?? '', key: keys[3] ?? '', email: '4@bench.example' };
    const set = await measureCertificates(server.url, pid, db, who);
    remarks.push(
      `2,000 different certificates: ${set.cpuMs.toFixed(1)} ms of CPU each (goal 25), ${Math.round(set.perSecond)}/s, the process grew by ${Math.round(set.growth)} MiB at most.`,
    );
    const each = set.styles.map(
      ({ style, landscape, portrait }) =>
        `${style} ${landscape.toFixed(1)} and ${portrait.toFixed(1)}`,
    );
    remarks.push(
      `A full certificate of each style (logo, two signatures, 580 characters of criteria), landscape and portrait, ms of CPU (goal 25): ${each.join(', ')}.`,
    );
    remarks.push(
      `A link preview (\`card.png\`, with a logo, uncached): ${set.cardMs.toFixed(1)} ms of CPU each (goal 30).`,
    );
    const academic = set.styles.find(({ style }) => style === 'academic')?.landscape ?? Number.NaN;
    const { plain, background } = set.designs;
    const ratio = (one: number, other: number): string => (one / other).toFixed(2);
    remarks.push(
      `The style academic as a design: ${plain.toFixed(1)} ms of CPU each (goal 25), ${ratio(plain, academic)} times the style. With a photo as background: ${background.toFixed(1)} ms, ${ratio(background, academic)} times.`,
    );
    const { first, later } = set.designedCards;
    remarks.push(
      `The same link preview as a design: the first of a badge, drawn whole, ${first.toFixed(1)} ms of CPU (goal 30), ${ratio(first, set.cardMs)} times the usual one. From the third on, over the badge’s shared layers: ${later.toFixed(1)} ms each (goal 30), ${ratio(later, set.cardMs)} times.`,
    );
    const designed = await measureDesignMemory(server.url, pid, db, keys);
    remarks.push(
      `2,000 certificates in designs of 50 accounts, each with its own background, after 2,000 others: ${Math.round(designed.perSecond)}/s, ${designed.refused} refused as busy, the process grew by ${Math.round(designed.growth)} MiB at most. With 2,000 more, its peak changed by ${Math.round(designed.furtherGrowth)} MiB (goal: no further growth, at most 10).`,
    );
    const ms = await measureOneByOne(set.page);
    remarks.push(`A cached credential page, sequentially: ${ms.toFixed(2)} ms (goal 3).`);
  }
  for (const remark of remarks) console.log(remark);
} finally {
  for (const stop of stops) stop();
  await db.end();
  server.child.kill('SIGTERM');
  await server.ended;
  await remove();
}

const lines = table.map(
  ({ work, against, goal, ours, theirs }) =>
    `| ${work} | ${Math.round(ours)} | ${against} | ${Math.round(theirs)} | ${(ours / theirs).toFixed(2)} | ${goal} |`,
);
await writeReport(
  'speed',
  `Ratios in one run on one machine, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, embedded PostgreSQL with fsync on:
medians of ${rounds} interleaved rounds of ${seconds} s each; wrk with 1 thread and 32 connections, pgbench with 32 clients. The bare server sends the
same status, headers and body; pgbench runs the same key lookup and the same issuing statement (Insignia keeps a looked-up key for 0.9 s).
Repeat with \`npm run bench -- --write\`.

| work | requests/s | compared with | per second | ratio | goal |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

${remarks.join('\n\n')}`,
);
