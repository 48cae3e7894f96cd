// Measures resident memory of the Node process after each kind of request, and minutes after the
// last one: `npm run bench:memory`. Loopback only, bounded, stops by itself. MEMORY_ROUNDS sets how
// often each kind is repeated (1), MEMORY_WAIT the idle minutes (5).
import { randomBytes, randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { connect } from '../apps/server/src/platform/db/index.ts';
import { dataUri, pngBytes } from '../apps/server/tests/support/images.ts';
import { startMailbox } from '../apps/server/tests/support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
} from '../apps/server/tests/support/people.ts';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { writeReport } from './tools.ts';

const rounds = Number(process.env.MEMORY_ROUNDS ?? 1);
const restMinutes = Number(process.env.MEMORY_WAIT ?? 5);
const only = process.env.BENCH_ONLY ?? '';
const limitMib = 350;
const clients = 8;
const importRows = 10_000;

type Figures = { rss: number; anonymous: number; heap: number; external: number };
type Kind = { name: string; requests: number; send: (n: number) => Promise<Response> };

const { path, remove } = await createTemporaryDirectory();
const data = join(path, 'data');
const mailbox = await startMailbox();
const metricsPort = await findFreePort();
const server = await startProcess({
  DATA_DIR: data,
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Insignia <insignia@example.org>',
  METRICS_PORT: String(metricsPort),
  LOG_LEVEL: 'error',
});
const host = encodeURIComponent(getLayout(data).socketDir);
const connection = connect(`postgresql:///postgres?host=${host}&user=insignia`, () => {});

async function readFigures(): Promise<Figures> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  const line = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
  const mib = 1024 * 1024;
  return {
    rss: line('VmRSS'),
    anonymous: line('RssAnon'),
    heap: metric('nodejs_heap_size_total_bytes') / mib,
    external: metric('nodejs_external_memory_bytes') / mib,
  };
}

/** Sends all requests of a kind, `clients` at a time, and reads every response to its end. */
async function sendAll({ requests, send }: Kind): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < requests * rounds) {
      const response = await send(sent++);
      for await (const _ of response.body ?? []);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  return statuses;
}

async function createKinds(): Promise<Kind[]> {
  const instance = { url: server.url, mailbox, db: connection.db };
  const owner = await createOwner(instance, 'unlimited');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const ids: string[] = [];
  for (let n = 0; n < 60; n++)
    ids.push(
      await issueAward(owner, badgeId, {
        recipient: { name: `Person ${n}`, email: `p${n}@example.org` },
      }),
    );
  const as = { 'x-api-key': owner.key };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers });
  const post = (path: string, parameters: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters }),
    });
  const of = (path: (id: string) => string) => (n: number) => get(path(ids[n % ids.length] ?? ''));
  const noise = async (side: number) => {
    const raw = { width: side, height: side, channels: 3 as const };
    const bytes = randomFillSync(Buffer.alloc(side * side * 3));
    return dataUri(await sharp(bytes, { raw }).png({ compressionLevel: 1 }).toBuffer());
  };
  const heavy = dataUri(
    await sharp(randomFillSync(Buffer.alloc(750 * 750 * 3)), {
      raw: { width: 750, height: 750, channels: 3 },
    })
      .resize(5_000, 5_000, { kernel: 'nearest' })
      .png({ compressionLevel: 2 })
      .toBuffer(),
  );
  const noisy = await noise(1_250);
  const shadow = { x: 4, y: 4, blur: 8, color: '#000000' };
  const layers = (count: number, seed: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ id: `l${n}`, name: '', x: 20 + n, y: 20 + seed, width: 900, height: 900 },
      ...{ type: 'shape', shape: { kind: 'rectangle', radius: 20 }, shadow },
      fill: { type: 'color', color: '#336699' },
    }));
  const createDesign = (count: number, seed: number) =>
    JSON.stringify({
      ...{ insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024 },
      layers: layers(count, seed),
    });
  const words = { name: 'B', description: 'D', criteria: 'C', issuerId };
  const rows = Array.from(
    { length: importRows },
    (_, n) => `Person ${n},i${n}@example.org,2026-01-31`,
  );
  const csv = (header: string) => [header, ...rows].join('\n');
  const sendFile = (text: string) =>
    fetch(`${server.url}/awards/imports?badgeId=${badgeId}`, {
      method: 'POST',
      headers: { ...as, 'content-type': 'text/csv' },
      body: text,
    });
  const logo = dataUri(await pngBytes(240, 80));
  return [
    {
      name: 'lists and reads',
      requests: 400,
      send: (n) =>
        get(['/awards', '/badges', '/issuers', '/audit-log', '/api-keys'][n % 5] ?? '', as),
    },
    {
      name: 'issuing',
      requests: 400,
      send: (n) =>
        post('/awards', {
          badgeId,
          recipient: { name: `R ${n}`, email: `r${n}@example.org` },
          issuedOn: '2026-01-31',
        }),
    },
    { name: 'public documents', requests: 2_000, send: of((id) => `/certify-badge/award/${id}`) },
    {
      name: 'pages',
      requests: 1_000,
      send: (n) => get(`/credentials/${ids[n % ids.length]}`, { accept: 'text/html' }),
    },
    { name: 'signed credentials', requests: 240, send: of((id) => `/credentials/${id}/vc`) },
    { name: 'badge3.png', requests: 120, send: of((id) => `/credentials/${id}/badge3.png`) },
    { name: 'card.png', requests: 60, send: of((id) => `/credentials/${id}/card.png`) },
    {
      name: 'certificate.png',
      requests: 60,
      send: of((id) => `/credentials/${id}/certificate.png`),
    },
    { name: 'certificates (PDF)', requests: 240, send: of((id) => `/awards/${id}/pdf`) },
    {
      name: 'verify',
      requests: 60,
      send: async (n) => {
        const vc = await (await get(`/credentials/${ids[n % ids.length]}/vc.jwt`)).text();
        return fetch(`${server.url}/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ document: vc }),
        });
      },
    },
    {
      name: 'pictures of 25 megapixels',
      requests: 24,
      send: () => post('/badges', { ...words, image: heavy }),
    },
    {
      name: 'pictures of 5 MiB',
      requests: 24,
      send: () => post('/badges', { ...words, image: noisy }),
    },
    {
      name: 'designs drawn',
      requests: 24,
      send: (n) => post('/badges', { ...words, designJson: createDesign(40, n) }),
    },
    {
      name: 'design templates',
      requests: 12,
      send: (n) => get(`/design-templates?title=Title${n}`, as),
    },
    {
      name: 'brand previews',
      requests: 24,
      send: (n) =>
        post(`/issuers/${issuerId}/brand/preview`, {
          file: (['certificate.pdf', 'certificate.png', 'card.png'] as const)[n % 3],
          recipientName: `P ${n}`,
          signatures: [{ name: 'A', title: 'B', picture: logo }],
        }),
    },
    {
      name: 'imports of 10,000 rows',
      requests: 3,
      send: () => sendFile(csv('name,email,issuedOn')),
    },
    { name: 'CSV exports', requests: 4, send: () => get('/awards/export.csv', as) },
    {
      name: 'account exports',
      requests: 4,
      send: () => get('/account/export', { cookie: owner.cookie }),
    },
    {
      name: 'refused bodies',
      requests: 40,
      send: (n) => post('/badges', { ...words, image: 'x'.repeat(4_000_000) + n }),
    },
    {
      name: 'unknown paths',
      requests: 400,
      send: () => get(`/${randomBytes(20).toString('hex')}`),
    },
  ];
}

const lines: string[] = [];
function note(name: string, requests: string, { rss, anonymous, heap, external }: Figures): void {
  const line = `| ${name} | ${requests} | ${[rss, anonymous, heap, external].map(Math.round).join(' | ')} |`;
  console.log(line);
  lines.push(line);
}

try {
  note('ready', '', await readFigures());
  const kinds = await createKinds();
  let highest = 0;
  for (const kind of kinds) {
    if (!new RegExp(only).test(kind.name)) continue;
    const statuses = await sendAll(kind);
    const figures = await readFigures();
    highest = Math.max(highest, figures.rss);
    note(
      kind.name,
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      figures,
    );
  }
  const ends = Date.now() + restMinutes * 60_000;
  for (let minute = 1; Date.now() < ends; minute++) {
    await sleep(Math.min(60_000, ends - Date.now()));
    note(`${minute} min idle`, '', await readFigures());
  }
  await writeReport(
    'memory',
    `MiB of the Node process after each kind of request, on ${clients} connections, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. Limit: ${limitMib} after ${restMinutes} minutes of rest; the most
after one kind was ${Math.round(highest)}. Repeat with \`npm run bench:memory -- --write\`.

| after | responses | resident | of that anonymous | heap | external |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`,
  );
} finally {
  await connection.close();
  server.child.kill('SIGTERM');
  await server.ended;
  await mailbox.close();
  await remove();
}
