import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Repository } from '../backup/index.ts';
import { Gate } from './gate.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A folder of a server that is away, until `comeBack`. */
function hanging(): { archive: Repository; calls: () => number; comeBack: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const call = async (): Promise<void> => {
    calls += 1;
    await promise;
  };
  const archive: Repository = {
    ...{ place: '/mnt', write: call, remove: call, tidy: call },
    read: async () => void (await call()),
    create: async () => call().then(() => true),
    async *list() {
      await call();
      yield { name: 'x', bytes: 1, at: 0 };
    },
  };
  return { archive, calls: () => calls, comeBack: resolve };
}

test('an archive that says nothing is given up, and not called again before it has answered', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { archive, calls, comeBack } = hanging();
    const gate = new Gate({ silenceMs: 1_000, most: 2 });
    const open = await gate.open(async () => archive);
    const away = /does not answer/;
    const tries = [
      open.remove('a'),
      open.list('b')[Symbol.asyncIterator]().next(),
      open.tidy(),
    ].map((each) => assert.rejects(each, away));
    await settled();
    assert.equal(calls(), 2, 'no more threads than these');
    mock.timers.tick(1_000);
    await Promise.all(tries);
    await assert.rejects(open.read('c'), away);
    assert.equal(calls(), 2);
    comeBack();
    await settled();
    assert.equal(await open.read('c'), undefined);
  } finally {
    mock.timers.reset();
  }
});

test('whoever is slow to give bytes is waited for, and nobody for long at the end', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { archive } = hanging();
    const gate = new Gate({ silenceMs: 1_000, most: 2 });
    const source = Promise.withResolvers<void>();
    const write = async (_: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const _chunk of bytes);
    };
    const open = await gate.open(async () => ({ ...archive, write }));
    async function* slow(): AsyncGenerator<Uint8Array> {
      await source.promise;
      yield Buffer.from('x');
    }
    const written = open.write('a', slow());
    await settled();
    mock.timers.tick(10_000);
    source.resolve();
    await written;
    const late = assert.rejects(open.remove('a'), /does not answer/);
    await settled();
    gate.hasten(10);
    mock.timers.tick(10);
    await late;
  } finally {
    mock.timers.reset();
  }
});
