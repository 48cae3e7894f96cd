import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createThread, handleThreadFailure, ThreadFailure } from './thread.ts';

// Responds with twice the number, dies on 0, never responds to 1.
const code = `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (n) => {
    if (n === 0) throw new Error('dead');
    if (n !== 1) parentPort.postMessage(n * 2);
  });`;
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${code}`)}`,
);
const open = (timeoutMs: number) =>
  createThread<number, number>({
    ...{ script, timeoutMs, does: 'doubling', log: pino({ level: 'silent' }) },
  });

test('a job that kills its thread or never ends fails alone, and the next gets another thread', async () => {
  const deadly = open(60_000);
  const found = await Promise.allSettled([2, 0, 3].map((n) => deadly.ask(n)));
  await deadly.stop();
  const endless = open(50);
  const ended = await Promise.allSettled([endless.ask(1)]);
  await endless.stop();
  const said = [...found, ...ended].map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason instanceof ThreadFailure,
  );
  assert.deepEqual(said, [4, true, 6, true]);
});

test('a timeout is distinguished from a crash, and a thread that cannot start fails', async () => {
  const endless = open(50);
  const dead = open(60_000);
  const none = createThread<number, number>({
    ...{ script: new URL('https://example.org/none.js'), timeoutMs: 60_000, does: 'nothing' },
    log: pino({ level: 'silent' }),
  });
  const ended = await Promise.allSettled([endless.ask(1), dead.ask(0), none.ask(2), none.ask(3)]);
  await Promise.all([endless, dead, none].map(({ stop }) => stop()));
  const said = ended.map((each) => {
    assert.ok(each.status === 'rejected' && each.reason instanceof ThreadFailure);
    return each.reason.isTooMuch;
  });
  assert.deepEqual(said, [true, false, false, false]);
  const told = said.map(
    (isTooMuch) => () => handleThreadFailure(new ThreadFailure('', isTooMuch), 'too much'),
  );
  assert.equal(told[0]?.(), 'too much');
  assert.throws(() => told[1]?.(), { code: 'busy' });
  assert.throws(() => handleThreadFailure(new Error('another'), 'too much'), /another/);
});

test('a job waits until its thread is ready, and each job has its own share of CPU time', async () => {
  const slowly = createThread<{ ms: number }, string>({
    script: new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';
        const { parentPort } = createRequire('file:///')('node:worker_threads');
        const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
        parentPort.on('message', ({ ms }) => { for (const end = used() + ms; used() < end; ); parentPort.postMessage('done'); });
        for (const end = used() + 80; used() < end; );
        parentPort.postMessage('ready');`)}`,
    ),
    ...{ saysReady: true, isFirstTry: true, timeoutMs: 200_000, mostCpuMs: 50 },
    ...{ does: 'taking time', log: pino({ level: 'silent' }) },
  });
  const found = await Promise.allSettled([1, 20, 20, 600_000, 1].map((ms) => slowly.ask({ ms })));
  const said = found.map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason instanceof ThreadFailure,
  );
  assert.deepEqual(said, ['done', 'done', 'done', true, 'done']);
  await slowly.stop();
  await assert.rejects(slowly.ask({ ms: 1 }), { code: 'busy' });
});
