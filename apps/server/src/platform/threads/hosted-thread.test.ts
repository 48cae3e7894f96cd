import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { createThread, ThreadFailure } from './thread.ts';

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    import { serveJobs } from '${new URL('serve-jobs.ts', import.meta.url)}';
    const { parentPort } = createRequire('file:///')('node:worker_threads');
    const { spawnSync } = createRequire('file:///')('node:child_process');
    serveJobs((job) => {
      if (job === 'abort') for (const lists = []; ; ) lists.push(new Array(33_554_431));
      if (job === 'grow') for (const texts = []; ; ) texts.push('x' + texts.length);
      if (job === 'throw') throw new Error('dead');
      if (job === 'stuck') while (true);
      // Native code, which can't be interrupted.
      if (job === 'native')
        spawnSync('sh', ['-c', 'while kill -0 $0; do sleep 0.1; done', String(process.pid)]);
      if (job instanceof Uint8Array) job = job.length;
      if (job === 'env') job = Object.keys(process.env);
      parentPort.postMessage({ job, pid: process.pid });
    });`)}`,
);
type Reply = { job: unknown; pid: number };
const open = (more: { maxCpuMs?: number } = {}) =>
  createThread<unknown, Reply>({
    ...{ script, hasOwnProcess: true, maxMemory: 32, timeoutMs: 60_000, ...more },
    ...{ does: 'crashing', log: pino({ level: 'silent' }) },
  });
const opening = `
  import { createThread } from '${new URL('thread.ts', import.meta.url)}';
  const { ask } = createThread({
    ...{ script: new URL(${JSON.stringify(script.href)}), hasOwnProcess: true },
    ...{ timeoutMs: 60_000, does: 'crashing', log: { error() {} } },
  });`;
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a crash ends only the process of its thread, and the next job gets another', async () => {
  const { ask, stop } = open();
  const before = await ask('a');
  assert.notEqual(before.pid, process.pid);
  const ends = [];
  for (const job of ['abort', 'grow', 'throw'])
    ends.push(await ask(job).catch(({ reason, isTooMuch }: ThreadFailure) => [reason, isTooMuch]));
  assert.deepEqual(ends, [
    ['memory', true],
    ['memory', true],
    ['ended', false],
  ]);
  const { job, pid } = await ask(new Uint8Array(5_000_000));
  assert.equal(job, 5_000_000);
  assert.notEqual(pid, before.pid);
  assert.equal(isAlive(before.pid), false);
  await stop();
  assert.equal(isAlive(pid), false);
});

test('a process is killed while its thread is stuck, also when its parent ends', async () => {
  const { ask, stop } = open({ maxCpuMs: 100 });
  const { pid } = await ask('a');
  await assert.rejects(ask('stuck'), (error: ThreadFailure) => error.reason === 'cpu');
  await stop();
  assert.equal(isAlive(pid), false);

  for (const job of ['stuck', 'native']) {
    const program = `${opening}
      const { pid } = await ask('a');
      ask('${job}');
      console.log(pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [output] = await once(parent.stdout, 'data');
    const child = Number(output);
    // As a terminal does to all its processes.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, signal);
    await sleep(200);
    assert.ok(isAlive(child));
    parent.kill('SIGKILL');
    while (isAlive(child)) await sleep(20);
  }
});

test('without a descriptor for its process, only the job fails, and the next one succeeds', async () => {
  const program = `${opening}
    import { closeSync, openSync } from 'node:fs';
    const open = [];
    try { for (;;) open.push(openSync('/dev/null')); } catch {}
    const failed = await ask('a').catch(({ reason }) => reason);
    for (const each of open) closeSync(each);
    console.log(failed, (await ask('a')).job);`;
  const { stdout } = await promisify(execFile)('/bin/sh', [
    ...['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath],
    ...['--input-type=module', '--eval', program],
  ]);
  assert.equal(stdout, 'ended a\n');
});

test('after a crash, another process starts before the next job, once', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-host-'));
  context.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'started');
  const { ask, stop } = createThread<string, string>({
    script: new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { createRequire } from 'node:module';
        import { serveJobs } from '${new URL('serve-jobs.ts', import.meta.url)}';
        const { parentPort, workerData } = createRequire('file:///')('node:worker_threads');
        const { appendFileSync } = createRequire('file:///')('node:fs');
        serveJobs((job) => process.kill(process.pid, job));
        appendFileSync(workerData, 'x');
        parentPort.postMessage('ready');`)}`,
    ),
    ...{ data: file, hasOwnProcess: true, restarts: true, saysReady: true, timeoutMs: 60_000 },
    ...{ does: 'crashing', log: pino({ level: 'silent' }) },
  });
  await assert.rejects(ask('SIGABRT'), ThreadFailure);
  while ((await readFile(file, 'utf8')).length < 2) await sleep(20);
  await stop();
  assert.equal(await readFile(file, 'utf8'), 'xx');
});

test('its process gets no secrets, ends first without memory, and does not keep the program running', async () => {
  const { ask, stop } = open();
  const { job, pid } = await ask('env');
  if (process.platform === 'linux')
    assert.equal(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'), '1000\n');
  await stop();
  const known = /^(LD_LIBRARY_PATH|MALLOC_.*|NODE_C.*|PWD|SHLVL|_|OLDPWD)$/;
  assert.deepEqual(
    (job as string[]).filter((name) => !known.test(name)),
    [],
  );
  const program = `${opening}
    console.log(typeof (await ask('a')).pid);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ]);
  assert.equal(stdout, 'number\n');
});
