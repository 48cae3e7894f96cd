import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { getBodyLimit, type Operation, operations } from '@insignia/contract';
import { bakePng } from '@insignia/openbadges';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { pngBytes } from '../support/images.ts';
import { createHeaders, createWorld, fillPath, sampleBodies } from '../support/samples.ts';
import { useInstance } from '../support/use-instance.ts';

// Rejected while still being sent: a proxy would lose the response.
const instance = await useInstance({ TOPOLOGY: 'one' });
const world = await createWorld(instance);

/** Every operation with a JSON body. */
const taking = Object.entries(sampleBodies).map(([id]): [string, Operation] => [
  id,
  operations[id as keyof typeof operations],
]);

const send = (operation: Operation, body: string): Promise<ApiResponse> =>
  createTestClient(instance.url, createHeaders(operation, world, instance.url))(
    operation.method,
    fillPath(operation.path, world.ids),
    body,
  );

/** Sends only the headers of a request. */
function announce(operation: Operation, length: number): ClientRequest {
  const { hostname, port } = new URL(instance.direct);
  const headers = { 'content-type': 'application/json', 'content-length': length };
  const path = fillPath(operation.path, world.ids);
  const outgoing = request({ hostname, port, path, method: operation.method, headers });
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  return outgoing;
}

const inUnits = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;

test('each operation has a body limit: 16 KiB without authentication, except for verification and bounce reports', async () => {
  const larger = taking.filter(
    ([, operation]) => operation.access === 'public' && getBodyLimit(operation) > 16 * 1024,
  );
  assert.deepEqual(
    larger.map(([id, operation]) => [id, getBodyLimit(operation)]),
    [
      ['verifyPosted', 1024 ** 2],
      ['reportBounces', 1024 ** 2],
    ],
  );
  for (const [id, operation] of taking) {
    const limit = getBodyLimit(operation);
    const fitting = `{"x":"${'x'.repeat(limit - 8)}"}`;
    // Without a password, a recent sign-in suffices. Unknown members are ignored.
    if (id === 'startPasskey') assertOk(await send(operation, fitting));
    // Wallets may add members, and the path names no offer.
    else if (id === 'walletOfferExchange')
      assertRefused(await send(operation, fitting), 404, 'wallet_offer_not_found');
    else assertRefused(await send(operation, fitting), 400, 'invalid_request');
    const answer = await send(operation, `${fitting} `);
    assertRefused(answer, 413, 'body_too_large');
    assert.equal(answer.body.error, `the body is larger than ${inUnits(limit)}`, id);
  }
});

test('forms of the pages are limited to 16 KiB, also where documents may be larger', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const anyone = createTestClient(instance.url);
  for (const path of ['/verify', '/sign-in', '/api/auth/sign-in/email'])
    for (const length of [16 * 1024 + 1, 1024 ** 2, 9 * 1024 ** 2])
      assertRefused(await anyone('POST', path, '&'.repeat(length), type), 413, 'body_too_large');
});

test('an unauthenticated request is refused before its body is read', async () => {
  let requestCount = 0;
  for (const [id, operation] of taking) {
    if (operation.access === 'public') continue;
    const outgoing = announce(operation, getBodyLimit(operation));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 401, id);
    outgoing.destroy();
    requestCount++;
  }
  assert.ok(requestCount > 15);
});

const memberLists = new Map<number, string>();
function listMembers(count: number): string {
  const known =
    memberLists.get(count) ?? Array.from({ length: count }, (_, n) => `"${n}":[]`).join();
  memberLists.set(count, known);
  return known;
}

test('documents with too much depth or too many members are refused with the reason', async () => {
  const deep = 'must not be nested more than 100 levels deep';
  const wide = 'must have at most 20000 members and items';
  // Large documents, once for each limit and kind of body. All operations refuse small ones.
  const known = new Set<string>();
  const isNew = (kind: string): boolean => known.size < known.add(kind).size;
  for (const [id, operation] of taking) {
    const limit = getBodyLimit(operation);
    const depth = Math.min(200_000, Math.floor(limit / 2));
    const width = Math.min(600_000, Math.floor(limit / 20));
    const isWide = width > 20_000 && limit < 8 * 1024 ** 2;
    const members = isWide ? listMembers(width) : '';
    const wrap = (text: string) => (operation.bare ? `{"x":${text}}` : `{"parameters":${text}}`);
    const small: [string, string][] = [
      [wrap('['.repeat(200)), deep],
      ...(limit > 64 * 1024
        ? ([[wrap(`[${'0,'.repeat(20_000)}0]`), wide]] as [string, string][])
        : []),
    ];
    const large = (): [string, string][] => [
      ['['.repeat(depth), deep],
      [wrap('['.repeat(depth - 20) + ']'.repeat(limit - depth - 20)), deep],
      [wrap(`${'{"a":'.repeat(depth / 6)}1${'}'.repeat(depth / 6)}`), deep],
      ...(isWide
        ? ([
            [wrap(`{${members}}`), wide],
            [wrap(`[${'{},'.repeat(width)}{}]`), wide],
            [wrap(`[${'0,'.repeat(width)}0]`), wide],
          ] as [string, string][])
        : []),
    ];
    for (const [body, reason] of isNew(`${limit} ${operation.bare}`) ? large() : small) {
      const answer = await send(operation, body.slice(0, limit));
      assertRefused(answer, 400, 'invalid_request', 'body');
      assert.equal(answer.body.error, `body ${reason}`, `${id} ${body.slice(0, 40)}`);
    }
  }
});

test('documents inside a text or an image have the same limits', async () => {
  const anyone = createTestClient(instance.url);
  const documents = [
    '['.repeat(200_000) + ']'.repeat(200_000),
    `${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    `[${'{},'.repeat(200_000)}{}]`,
  ];
  for (const document of documents) {
    const pasted = await anyone('POST', '/verify', { document });
    assertRefused(pasted, 400, 'invalid_request', 'document');
    const form = new FormData();
    const baked = bakePng(await pngBytes(), document);
    form.set('file', new Blob([baked as Uint8Array<ArrayBuffer>]), 'badge.png');
    const answer = await fetch(`${instance.url}/verify`, { method: 'POST', body: form });
    assert.equal(answer.status, 400);
    assert.match((await answer.json()).error, /^file must (not be nested|have at most)/);
  }
});
