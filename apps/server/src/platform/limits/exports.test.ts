import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { currentCall, hasOtherClients, setClient } from './call-context.ts';
import { paceForOthers, paceStream } from './exports.ts';

const sendRequest = (client: string): void =>
  currentCall.run({ client: '', isRead: true, isPublicRead: false, waitedMs: 0 }, () =>
    setClient(client),
  );

test('another client counts as active until a second after its last request', ({ mock }) => {
  let now = performance.now() + 10_000;
  mock.method(performance, 'now', () => now);
  assert.equal(hasOtherClients('a'), false);
  sendRequest('a');
  assert.equal(hasOtherClients('a'), false, 'its own request');
  sendRequest('b');
  sendRequest('a');
  sendRequest('a');
  assert.equal(hasOtherClients('a'), true, 'the request of b');
  assert.equal(hasOtherClients('c'), true);
  now += 1_001;
  assert.equal(hasOtherClients('a'), false, 'b is silent');
});

test('an export pauses after each piece while other clients send requests', async ({ mock }) => {
  let now = performance.now() + 100_000;
  mock.method(performance, 'now', () => now);
  async function* pieces() {
    for (const piece of ['one', 'two', 'three']) {
      now += 100;
      yield Buffer.from(piece);
    }
  }
  const pauses: number[] = [];
  const readAll = async (): Promise<string[]> => {
    const read: string[] = [];
    const pause = async (ms: number) => pauses.push(ms);
    for await (const piece of paceForOthers(pieces(), 'a', pause)) read.push(piece.toString());
    return read;
  };
  assert.deepEqual(await readAll(), ['one', 'two', 'three']);
  assert.deepEqual(pauses, [], 'full speed without others');

  sendRequest('b');
  assert.deepEqual(await readAll(), ['one', 'two', 'three']);
  assert.deepEqual(pauses.map(Math.round), [500, 500, 500], 'five times what each piece took');
});

test('an export that nobody reads, or whose file fails, closes its file and frees its place', async () => {
  const closed = (file: Readable) => new Promise((resolve) => file.once('close', resolve));
  const unread = Readable.from(['one']);
  const end = closed(unread);
  paceStream(unread, 'a').destroy();
  await end;

  const failing = new Readable({ read: () => {} });
  const [sent, failed] = [paceStream(failing, 'a'), closed(failing)];
  const error = new Promise((resolve) => sent.once('error', resolve));
  failing.destroy(new Error('the database is gone'));
  await Promise.all([failed, error]);
});

test('a download ends after its place is free', async () => {
  const place = Promise.withResolvers<void>();
  const stream = paceStream(Readable.from([Buffer.from('file')]), 'a', () => place.promise);
  let hasEnded = false;
  stream.once('end', () => {
    hasEnded = true;
  });
  const pieces = stream[Symbol.asyncIterator]();
  assert.equal((await pieces.next()).value.toString(), 'file');
  const end = pieces.next();
  await setImmediate();
  assert.equal(hasEnded, false);
  place.resolve();
  assert.equal((await end).done, true);
});
