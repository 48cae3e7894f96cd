// Compares the answers of two versions: `npm run compare -- <checkout of the older one> [file]`.
// The older version fills a database and answers some 600 requests. Then this version migrates the
// database and answers the same requests, so ids and times are equal. Prints the number of
// differences of each kind, and writes the differing answers to the file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { startCheckout } from './compare/instance.ts';
import { listSamples, type Sample, seed } from './compare/samples.ts';

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** True if `after` has all members of `before` with the same values, and perhaps more. */
function hasAllMembers(after: unknown, before: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((it, n) => hasAllMembers(after[n], it));
  if (typeof before !== 'object' || before === null) return Object.is(before, after);
  if (typeof after !== 'object' || after === null) return false;
  return Object.entries(before).every(([name, value]) =>
    hasAllMembers((after as Record<string, unknown>)[name], value),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two answers of one version differ in these parts. */
const read = ({ body }: Answer): string =>
  body
    .toString('latin1')
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/"lastUsedAt":(?:\d+|"[^"]*")/g, '"lastUsedAt":0')
    .replace(/nonce[-="]+[\w+/=-]+/g, 'nonce');

const readCode = (text: string): unknown => (parse(text) as { code?: unknown } | undefined)?.code;

function classifyBody(before: Answer, after: Answer): string {
  const [a, b] = [read(before), read(after)];
  if (a === b) return 'equal';
  if (before.headers['content-type']?.includes('html')) return 'page: text';
  if (before.status >= 400)
    return readCode(a) === readCode(b) ? 'error: text, same code' : 'error: another code';
  return hasAllMembers(parse(b), parse(a) ?? a) ? 'JSON: members added' : 'body';
}

/** Returns `equal`, or the kind of the difference. */
function classifyAnswers(before: Answer, after: Answer): string {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  const body = classifyBody(before, after);
  if (body !== 'equal') return body;
  if (!hasAllMembers(after.headers, before.headers)) return 'headers';
  return Object.keys(after.headers).length > Object.keys(before.headers).length
    ? 'headers added'
    : 'equal';
}

const [older, file] = process.argv.slice(2);
if (!older) throw new Error('usage: npm run compare -- <checkout of the older version> [file]');
const dataDir = await mkdtemp(join(tmpdir(), 'insignia-compare-'));
const port = await findFreePort();
const place = { url: `http://localhost:${port}`, port, dataDir };
const volatileHeaders =
  /^(?:date|connection|keep-alive|age|etag|x-request-id|ratelimit.*|content-length|set-cookie)$/;

async function send({ method, path, headers, body }: Sample): Promise<Answer> {
  const response = await fetch(`${place.url}${path}`, {
    method,
    headers: { 'accept-language': 'en', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const stable = [...response.headers].filter(([name]) => !volatileHeaders.test(name));
  return {
    status: response.status,
    headers: Object.fromEntries(stable),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

async function sendAll(samples: readonly Sample[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const sample of samples) answers.push(await send(sample));
  return answers;
}

async function withCheckout<T>(checkout: string, work: () => Promise<T>): Promise<T> {
  const stop = await startCheckout(resolve(checkout), place);
  return work().finally(stop);
}

const show = ({ headers, body }: Answer): string =>
  `${JSON.stringify(headers)}\n${body.toString('utf8').slice(0, 2_000)}`;

try {
  const [samples, first, again] = await withCheckout(older, async () => {
    const requests = listSamples(await seed(place), place);
    // The first reads sign documents and fill caches.
    await sendAll(requests);
    return [requests, await sendAll(requests), await sendAll(requests)] as const;
  });
  const now = await withCheckout('.', async () => {
    await sendAll(samples);
    return sendAll(samples);
  });
  const counts = new Map<string, number>();
  const details: string[] = [];
  for (const [n, { method, path }] of samples.entries()) {
    const [before, repeated, after] = [first[n], again[n], now[n]] as [Answer, Answer, Answer];
    const isStable = classifyAnswers(before, repeated) === 'equal';
    const kind = isStable ? classifyAnswers(before, after) : 'differs within one version';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind !== 'equal')
      details.push(`== ${kind}: ${method} ${path}\n${show(before)}\n-- after\n${show(after)}\n`);
  }
  if (file) await writeFile(file, details.join('\n'));
  console.log(`${samples.length} requests`);
  for (const [kind, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(5)} ${kind}`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
