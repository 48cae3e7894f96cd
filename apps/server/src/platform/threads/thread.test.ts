import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { createThread, handleThreadFailure, ThreadFailure } from './thread.ts';

const createScript = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';
      import { serveJobs } from '${new URL('serve-jobs.ts', import.meta.url)}';
      const { parentPort, workerData } = createRequire('file:///')('node:worker_threads');
      ${code}`)}`,
  );
// Responds with twice the number, dies on 0, never responds to 1.
const script = createScript(`serveJobs((n) => {
  if (n === 0) throw new Error('dead');
  if (n !== 1) parentPort.postMessage(n * 2);
});`);
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
  const outcomes = [...found, ...ended].map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason instanceof ThreadFailure,
  );
  assert.deepEqual(outcomes, [4, true, 6, true]);
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
  const outcomes = ended.map((each) => {
    assert.ok(each.status === 'rejected' && each.reason instanceof ThreadFailure);
    return each.reason;
  });
  assert.deepEqual(
    outcomes.map(({ reason, isTooMuch }) => [reason, isTooMuch]),
    [
      ['timeout', true],
      ['ended', false],
      ['ended', false],
      ['ended', false],
    ],
  );
  const handlers = outcomes.map((error) => () => handleThreadFailure(error, 'too much'));
  assert.equal(handlers[0]?.(), 'too much');
  assert.throws(() => handlers[1]?.(), { code: 'busy' });
  assert.throws(() => handleThreadFailure(new Error('another'), 'too much'), /another/);
});

test('a job waits until its thread is ready, and each job has its own share of CPU time', async () => {
  const slowly = createThread<{ ms: number }, string>({
    script: createScript(`
      const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
      serveJobs(({ ms }) => { for (const end = used() + ms; used() < end; ); parentPort.postMessage('done'); });
      for (const end = used() + 80; used() < end; );
      parentPort.postMessage('ready');`),
    ...{ saysReady: true, isFirstTry: true, timeoutMs: 200_000, maxCpuMs: 50 },
    ...{ does: 'taking time', log: pino({ level: 'silent' }) },
  });
  const found = await Promise.allSettled([1, 20, 20, 600_000, 1].map((ms) => slowly.ask({ ms })));
  const outcomes = found.map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason instanceof ThreadFailure,
  );
  assert.deepEqual(outcomes, ['done', 'done', 'done', true, 'done']);
  await slowly.stop();
  await assert.rejects(slowly.ask({ ms: 1 }), { code: 'busy' });
});

test('a job in native code, which never reports its CPU time, makes no other job wait', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-thread-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const isFirstTry of [true, false]) {
    const file = join(folder, String(isFirstTry));
    await writeFile(file, '');
    const { ask, stop } = createThread<number, string>({
      script: createScript(`
        const { spawnSync } = createRequire('file:///')('node:child_process');
        serveJobs((n) => {
          if (n === 0) spawnSync('sh', ['-c', 'while [ -e "$0" ]; do sleep 0.1; done', workerData]);
          parentPort.postMessage('done');
        });
        parentPort.postMessage('ready');`),
      ...{ data: file, saysReady: true, hasSpare: isFirstTry, isFirstTry, timeoutMs: 200_000 },
      ...{ maxCpuMs: 50, maxSilentMs: 300, does: 'waiting', log: pino({ level: 'silent' }) },
    });
    assert.equal(await ask(1), 'done');
    const stuck = ask(0).catch(({ reason, isTooMuch }: ThreadFailure) => [reason, isTooMuch]);
    assert.equal(await ask(2), 'done');
    // In its first attempt, a stuck job counts as too much. In a later one, it may not be the cause.
    assert.deepEqual(await stuck, ['timeout', isFirstTry]);
    await rm(file);
    await stop();
  }
});

/** Counts threads that ended by themselves in `ended`. The job's number is its time in milliseconds. */
const openNative = (options: { isNative: boolean; timeoutMs: number }) => {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const thread = createThread<number, string>({
    script: createScript(`
      process.on('exit', () => Atomics.add(workerData, 0, 1));
      const never = new Int32Array(new SharedArrayBuffer(4));
      serveJobs((ms) => {
        if (ms < 0) while (true);
        Atomics.wait(never, 0, 0, ms);
        parentPort.postMessage('done');
      });`),
    ...{ data: ended, ...options, does: 'calling native code', log: pino({ level: 'silent' }) },
  });
  return { ...thread, ended };
};

test('a stopped thread ends by itself, and a native call in progress returns before', async () => {
  const idle = openNative({ isNative: true, timeoutMs: 60_000 });
  assert.equal(await idle.ask(0), 'done');
  await idle.stop();
  const busy = openNative({ isNative: true, timeoutMs: 60_000 });
  assert.equal(await busy.ask(0), 'done');
  const pending = Promise.allSettled([busy.ask(300)]);
  await busy.stop();
  await pending;
  const slow = openNative({ isNative: true, timeoutMs: 200 });
  await assert.rejects(slow.ask(1_000), ThreadFailure);
  await slow.stop();
  assert.deepEqual([idle.ended[0], busy.ended[0], slow.ended[0]], [1, 1, 1]);
});

test('a thread stuck in JavaScript is interrupted at once, and one that never ends after its limit', async (t) => {
  // Time passes only by `tick`.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stopStuck = async (isNative: boolean) => {
    const { ask, stop, ended } = openNative({ isNative, timeoutMs: 60_000 });
    assert.equal(await ask(0), 'done');
    const pending = Promise.allSettled([ask(-1)]);
    const stopped = stop();
    return { stopped: Promise.all([stopped, pending]), ended };
  };
  const interrupted = await stopStuck(false);
  await interrupted.stopped;
  const limited = await stopStuck(true);
  t.mock.timers.tick(2_999);
  let isStopped = false;
  void limited.stopped.then(() => {
    isStopped = true;
  });
  // Another thread starts and is interrupted meanwhile.
  await (await stopStuck(false)).stopped;
  assert.equal(isStopped, false);
  t.mock.timers.tick(1);
  await limited.stopped;
  assert.deepEqual([interrupted.ended[0], limited.ended[0]], [0, 0]);
});

test('a job that needs more memory than its thread may have fails alone, whatever limit the process has', async () => {
  const growing = `data:text/javascript,${encodeURIComponent(`
    import { serveJobs } from '${new URL('serve-jobs.ts', import.meta.url)}';
    serveJobs(() => { for (const texts = []; ; ) texts.push('x' + texts.length); });`)}`;
  const program = `
    import { createThread } from '${new URL('thread.ts', import.meta.url)}';
    const log = { error() {} };
    const options = { script: new URL(${JSON.stringify(growing)}), maxMemory: 32, timeoutMs: 60_000 };
    const { ask, stop } = createThread({ ...options, does: 'growing', log });
    const reasons = [];
    for (let n = 0; n < 2; n++) await ask(n).catch(({ reason }) => reasons.push(reason));
    await stop();
    console.log(reasons.join());`;
  const options = ['--max-old-space-size=256', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  assert.equal(stdout, 'memory,memory\n');
});
