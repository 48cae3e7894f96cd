// PDFs that take memory or processor time until they are stopped, while other accounts work.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { assertOk, assertRefused } from '../tests/support/client.ts';
import { badPdfs, expensivePdfs, samplePdf } from '../tests/support/hostile/pdfs.ts';
import { dataUri, pngBytes } from '../tests/support/images.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { createOwner, type Owner } from '../tests/support/people.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

/** In milliseconds. A machine five times slower needs five times as many. */
const reach = 1_000;
const slowest = 5;
/** PDFium, twice until its memory is collected, pages, and the files of this test. */
const MAX_GROWTH_BYTES = 750 * 1024 * 1024;

let instance: Instance;
let hostile: Owner;
let usual: Owner;
before(async () => {
  instance = await startInstance({ TOPOLOGY: 'one', RATE_LIMIT: '1' });
  hostile = await createOwner(instance, 'unlimited');
  usual = await createOwner(instance, 'unlimited');
});
after(() => instance.stop());

const add = ({ api }: Owner, file: Buffer, type = 'application/pdf', use = 'background') =>
  api('POST', '/design-pictures', { parameters: { image: dataUri(file, type), use } });

test('hostile PDFs are refused in one sentence each, and other accounts are served meanwhile', async (t) => {
  assertOk(await add(hostile, samplePdf()));
  const attacks = [];
  for (const { make, ...pdf } of [...badPdfs, ...expensivePdfs])
    attacks.push({ ...pdf, file: await make() });
  const before = process.memoryUsage.rss();
  let [isOver, longest, highest] = [false, 0, before];
  const work = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const startedAt = performance.now();
      assertOk(await add(usual, await pngBytes(64, 64, n % 250), 'image/png', 'layer'));
      longest = Math.max(longest, performance.now() - startedAt);
      highest = Math.max(highest, process.memoryUsage.rss());
    }
  };
  const working = work();
  for (const { name, file, refused } of attacks) {
    const answer = await add(hostile, file);
    assertRefused(answer, 400, 'invalid_request', 'image');
    const messages = answer.body.details.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, 1, name);
    assert.match(messages[0], refused, name);
  }
  isOver = true;
  await working;
  const growth = Math.round((highest - before) / 1024 / 1024);
  t.diagnostic(`others waited for at most ${Math.round(longest)} ms, grew by ${growth} MiB`);
  assert.ok(longest < reach * slowest, `${Math.round(longest)} ms`);
  assert.ok(highest - before < MAX_GROWTH_BYTES, `${growth} MiB`);
  // The thread that was stopped has a successor.
  assertOk(await add(hostile, samplePdf()));
});

test('another account’s PDF is drawn although one account sends only expensive ones', async () => {
  const [, , shapes] = expensivePdfs;
  const file = await shapes?.make();
  assert.ok(file);
  const attacks = Array.from({ length: 4 }, () => add(hostile, file));
  await waitForCondition('the other account’s PDF is drawn', async () => {
    const { status } = await add(usual, samplePdf({ pages: 2 }));
    assert.ok([200, 503].includes(status));
    return status === 200;
  });
  for (const { status } of await Promise.all(attacks)) assert.ok([400, 503].includes(status));
});

test('a PDF of 300 MB is refused before it is read', async () => {
  const length = 300 * 1024 * 1024;
  const sent = request(`${instance.url}/design-pictures`, {
    method: 'POST',
    headers: {
      ...{ 'x-api-key': hostile.key, 'content-type': 'application/json' },
      'content-length': length,
    },
  });
  sent.on('error', () => {});
  sent.write('{"parameters":{"image":"');
  const [answer] = await once(sent, 'response');
  assert.equal(answer.statusCode, 413);
  sent.destroy();
});
