// One account sends as many expensive requests as it may, while another account sends its usual
// ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPathBuilder, publicAward } from '@insignia/contract';
import sharp from 'sharp';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from './support/client.ts';
import { badgeImage, dataUri } from './support/images.ts';
import { createIssuer, createOwner, idFromUrl, issueAward, type Owner } from './support/people.ts';
import { isShort } from './support/test-form.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance({ TOPOLOGY: 'one' });
const [hostile, usual] = [await createOwner(instance, 'unlimited'), await createOwner(instance)];
const issuers = new Map<Owner, string>();
for (const owner of [hostile, usual]) issuers.set(owner, await createIssuer(owner));

const documentPath = createPathBuilder(publicAward.path);
const words = { name: 'B', description: 'D', criteria: 'C' };
const createBadge = (owner: Owner, more: object): Promise<ApiResponse> =>
  owner.api('POST', '/badges', { parameters: { ...words, issuerId: issuers.get(owner), ...more } });

/** How often the other account is served beside the first. */
const turns = isShort ? 1 : 3;

let servedElsewhere = 0;

/** Sends expensive requests until `work` is done, as many at a time as a client may. */
async function besides(send: (n: number) => Promise<ApiResponse>, work: () => Promise<void>) {
  let isOver = false;
  let sent = 0;
  const answers: ApiResponse[] = [];
  const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const answer = send(sent++);
      if (sent > 12) resolve();
      answers.push(await answer);
      if (answers.at(-1)?.status === 200) servedElsewhere++;
    }
  };
  const lanes = Array.from({ length: 12 }, lane);
  void Promise.race(lanes).then(resolve);
  await isUnderWay;
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(lanes);
  for (const answer of answers)
    if (answer.status !== 200) {
      assertRefused(answer, 503, 'busy');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  assert.ok(answers.some(({ status }) => status === 200));
}

/** Requests that may be served before one that arrives when 12 others run or wait. */
const MAX_AHEAD = 12;

/**
 * Does as a client should: a request that waits too long for its turn is refused, and tried again. On a
 * slow machine that may happen, but not while the other account is served again and again.
 */
async function assertServed(send: () => Promise<ApiResponse>): Promise<void> {
  for (;;) {
    const before = servedElsewhere;
    const answer = await send();
    if (answer.status !== 503) {
      assertOk(answer);
      return;
    }
    assertRefused(answer, 503, 'busy');
    const ahead = servedElsewhere - before;
    assert.ok(ahead <= MAX_AHEAD, `refused after ${ahead} requests of the other account`);
    await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

const square = (n: number, more: object) => ({
  ...{ id: `s${n}`, name: '', x: 20 + n, y: 20, width: 900, height: 900 },
  ...{ type: 'shape', shape: { kind: 'rectangle', radius: 0 } },
  fill: { type: 'color', color: '#336699' },
  ...more,
});
const createDesign = (layers: object[]) =>
  JSON.stringify({ insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024, layers });
const shadow = { x: 4, y: 4, blur: 8, color: '#000000' };
const expensiveDesign = (n: number) =>
  createDesign(Array.from({ length: 24 }, (_, at) => square(at, { shadow, y: 20 + (n % 900) })));

test('one account draws the most expensive designs; another account’s design and templates are drawn', async () => {
  await besides(
    (n) => createBadge(hostile, { designJson: expensiveDesign(n) }),
    async () => {
      for (let n = 0; n < turns; n++) {
        await assertServed(() => createBadge(usual, { designJson: createDesign([square(n, {})]) }));
        await assertServed(() => usual.api('GET', `/design-templates?title=Title${n}`));
      }
    },
  );
});

test('one account uploads large pictures; another account’s pictures are stored', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = dataUri(
    await sharp({ create: { width: 700, height: 700, channels: 3, background: '#fff', noise } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  await besides(
    () => createBadge(hostile, { image: large }),
    async () => {
      for (let n = 0; n < turns; n++) {
        const image = await badgeImage(n);
        await assertServed(() => createBadge(usual, { image }));
      }
    },
  );
});

test('while one account previews its brand, previews of another are rendered', async () => {
  const preview = (owner: Owner, recipientName: string) =>
    owner.api('POST', `/issuers/${issuers.get(owner)}/brand/preview`, {
      parameters: { recipientName, file: 'certificate.png' },
    });
  await besides(
    (n) => preview(hostile, `Somebody ${n}`),
    async () => {
      for (let n = 0; n < turns; n++) await assertServed(() => preview(usual, `Person ${n}`));
    },
  );
});

test('while one account searches, another account is served, and so are public documents', async () => {
  const { body } = assertOk(await createBadge(usual, { image: await badgeImage(9) }));
  const awardId = await issueAward(usual, idFromUrl(body.badgeId));
  const readPublicly = createTestClient(instance.url);
  const filter = encodeURIComponent(JSON.stringify({ search: 'z' }));
  await besides(
    () => hostile.api('GET', `/awards?filter=${filter}`),
    async () => {
      for (let n = 0; n < turns; n++) {
        await assertServed(() => usual.api('GET', '/awards'));
        await assertServed(() => readPublicly('GET', documentPath(awardId)));
      }
    },
  );
});
