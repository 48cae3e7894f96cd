// Memory overhead of cached responses, compared with the cache's own count: `npm run bench:kept`. A
// quarter of a gigabyte of each kind in an idle process.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSigned } from '../apps/server/src/features/documents/signed-routes.ts';
import { preparePage } from '../apps/server/src/features/pages/cached-pages.ts';
import { newId } from '../apps/server/src/kernel/id.ts';
import {
  type PreparedResponse,
  prepareResponse,
  ResponseCache,
} from '../apps/server/src/platform/http/index.ts';

// A large young generation would count as cached data.
const options = ['--expose-gc', '--max-semi-space-size=1'];
const of = (id: string) => [`credential/${id}`, 'badge/1', 'issuer/1', 'account/1'];
const policy = ['content-security-policy', "default-src 'none'; ".repeat(12)];

const kinds: Record<string, (id: string) => PreparedResponse> = {
  'an assertion, 563 bytes': (id) =>
    prepareResponse({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ id, text: '.'.repeat(507) }),
      cache: 'public, max-age=300',
      headers: ['vary', 'Accept', 'access-control-allow-origin', '*'],
      cacheTags: [`credential/${id}`, 'account/1'],
    }),
  'a signed credential, 1.5 KB, not compressed yet': (id) =>
    prepareSigned({
      ...{ type: 'application/vc+ld+json', body: JSON.stringify({ id, text: '.'.repeat(1_500) }) },
      ...{ maxAge: 30, cacheTags: of(id) },
    }),
  'a page, 9 KB, not compressed yet': (id) =>
    preparePage(`${'.'.repeat(9_000)}${id}`, policy, of(id)),
  'a picture, 20 KB': (id) =>
    prepareResponse({
      ...{ type: 'image/png', body: Buffer.alloc(20_000, id), cache: 'public, max-age=300' },
      ...{ headers: ['access-control-allow-origin', '*'], cacheTags: of(id), freshFor: 60_000 },
      ownHeaders: ['content-disposition', `inline; filename="${id}.png"`],
    }),
};

async function measureHeap() {
  for (let turn = 0; turn < 5; turn++) {
    globalThis.gc?.();
    await sleep(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  const status = await readFile('/proc/self/status', 'utf8');
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
  return { used: heapUsed + external, resident };
}

async function fill(make: (id: string) => PreparedResponse, bytes: number) {
  const cache = new ResponseCache(bytes, () => false, 29_000);
  let bodies = 0;
  while (cache.bytes < bytes - 50_000) {
    const id = newId();
    // A string of its own, as from the parser.
    const key = Buffer.from(`/certify-badge/award/${id}`).toString();
    bodies += (await cache.get(key, async () => make(id))).body.length;
  }
  return { cache, bodies };
}

const kind = process.argv[2];
if (kind === undefined) {
  console.log('| entry | in use | resident | counted |');
  console.log('| --- | --- | --- | --- |');
  for (const kind of Object.keys(kinds))
    process.stdout.write(execFileSync(process.execPath, [...options, import.meta.filename, kind]));
} else if (kinds[kind]) {
  await fill(kinds[kind], 1024 * 1024);
  const before = await measureHeap();
  const { cache, bodies } = await fill(kinds[kind], 256 * 1024 * 1024);
  const { used, resident } = await measureHeap();
  const each = (bytes: number) => Math.round((bytes - bodies) / cache.size);
  console.log(
    `| ${kind} | ${each(used - before.used)} | ${each(resident - before.resident)} | ${each(cache.bytes)} |`,
  );
}
