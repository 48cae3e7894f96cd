import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import { Problem } from '../../kernel/problem.ts';
import { currentCall } from '../limits/call-context.ts';
import { ThreadFailure } from '../threads/thread.ts';
import { chooseFont, createTypesetter, detectLanguage, type TypesetJob } from './index.ts';

/** A page takes 25 MiB. When documents were not collected, they took 29 MiB each. */
const MAX_GROWTH_MIB = 450;
const log = pino({ level: 'silent' });
let directory: string;
let template: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'insignia-typeset-'));
  template = join(directory, 'plain.typ');
  await writeFile(
    template,
    '#let d = json("data.json")\n#if d == 13 { panic("unlucky") }\nNumber #d',
  );
});
after(() => rm(directory, { recursive: true }));

const job = (data: unknown) =>
  ({ template, data: JSON.stringify(data), files: {}, format: 'pdf' }) as const;

test('the same document is typeset once, also for concurrent requests', async () => {
  const typesetter = createTypesetter(log);
  const [one, two] = await Promise.all([typesetter.set(job(1)), typesetter.set(job(1))]);
  assert.equal(one, two);
  assert.equal(await typesetter.set(job(1)), one);
  assert.notDeepEqual(await typesetter.set(job(2)), one);
  assert.equal(one?.subarray(0, 5).toString(), '%PDF-');
  await typesetter.stop();
});

test('a job reads only its own files, never those of an earlier job', async () => {
  const reading = join(directory, 'reading.typ');
  await writeFile(reading, '#read("said")');
  const typesetter = createTypesetter(log);
  const set = (files: TypesetJob['files']) =>
    typesetter
      .set({ template: reading, data: '0', files, format: 'svg' })
      .then((svg) => svg.toString());
  const reply = (id: string) => ({ said: { id, bytes: Buffer.from(id) } });
  const [one, two] = [await set(reply('one')), await set(reply('three'))];
  assert.notEqual(one, two);
  await assert.rejects(set({}), /not found/);
  const other = { id: 'x', bytes: Buffer.from('x') };
  assert.equal(await set({ ...reply('one'), other }), one);
  await typesetter.stop();
});

test('a document that cannot be typeset does not affect documents before or after it', async () => {
  const typesetter = createTypesetter(log);
  const results = await Promise.allSettled([12, 13, 14].map((n) => typesetter.set(job(n))));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  await assert.rejects(typesetter.set({ ...job(1), template: join(directory, 'none.typ') }));
  assert.ok(await typesetter.set(job(15)));
  await typesetter.stop();
});

test('a client with over 100 waiting documents is refused, others are served; stopping refuses the rest', async () => {
  const typesetter = createTypesetter(log);
  const isBusy = (result: PromiseSettledResult<unknown>): boolean =>
    result.status === 'rejected' &&
    result.reason instanceof Problem &&
    result.reason.code === 'busy';
  const requests = Promise.allSettled(
    Array.from({ length: 150 }, (_, n) => typesetter.set(job(1_000 + n))),
  );
  const other = { client: 'other', isRead: true, isPublicRead: true, waitedMs: 0 };
  assert.ok(await currentCall.run(other, () => typesetter.set(job(3_000))));
  const results = await requests;
  assert.equal(results[0]?.status, 'fulfilled');
  assert.ok(results.slice(101).every(isBusy));
  const waiting = Promise.allSettled([2_000, 2_001, 2_002].map((n) => typesetter.set(job(n))));
  await typesetter.stop();
  assert.deepEqual((await waiting).map(isBusy), [true, true, true]);
});

test('a document that takes too long is refused for longer than the SDK waits', async () => {
  const typesetter = createTypesetter(log, { timeoutMs: 1 });
  await assert.rejects(
    typesetter.set(job(1)),
    (error) => error instanceof Problem && error.code === 'busy' && error.retryAfterSeconds === 120,
  );
  await typesetter.stop();
});

test('a document whose thread fails is an error, so that clients do not repeat it', async () => {
  const typesetter = createTypesetter(log);
  // A function can't be posted to a thread.
  const bytes = (() => {}) as unknown as Uint8Array;
  await assert.rejects(
    typesetter.set({ ...job(1), files: { said: { id: 'said', bytes } } }),
    (error) => error instanceof ThreadFailure && error.reason === 'ended',
  );
  await typesetter.stop();
});

test('Chinese and Japanese forms differ, and so do regular and bold', async () => {
  const forms = join(directory, 'forms.typ');
  await writeFile(
    forms,
    '#let d = json("data.json")\n#text(font: d.font, fallback: false, lang: d.lang, region: d.region, weight: d.weight, d.text)',
  );
  const typesetter = createTypesetter(log);
  const drawn = async (around: string, weight: string): Promise<string> => {
    const data = { text: '直', font: chooseFont('直'), ...detectLanguage('直', around), weight };
    const svg = await typesetter.set({
      ...{ template: forms, data: JSON.stringify(data), files: {}, format: 'svg' },
    });
    return svg.toString();
  };
  const all = await Promise.all([
    ...[drawn('直', 'regular'), drawn('直', 'bold')],
    ...[drawn('直さん', 'regular'), drawn('直さん', 'bold')],
  ]);
  assert.equal(new Set(all).size, 4);
  await typesetter.stop();
});

test('documents with their own large pictures do not add up in memory', async () => {
  const framed = join(directory, 'framed.typ');
  await writeFile(framed, '#image("back")');
  const typesetter = createTypesetter(log);
  const setOne = async (n: number) => {
    const background = { r: n, g: n, b: n };
    const page = sharp({ create: { width: 2_480, height: 3_508, channels: 3, background } });
    const files = { back: { id: `back ${n}`, bytes: await page.jpeg().toBuffer() } };
    await typesetter.set({ template: framed, data: '0', files, format: 'pdf' });
  };
  await setOne(0);
  const before = process.memoryUsage.rss();
  let highest = before;
  for (let n = 1; n < 22; n++) {
    await setOne(n);
    highest = Math.max(highest, process.memoryUsage.rss());
  }
  const grown = Math.round((highest - before) / 1024 / 1024);
  assert.ok(grown < MAX_GROWTH_MIB, `${grown} MiB`);
  await typesetter.stop();
});
