import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPostmaster, stopPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { compileCache } from './compile-cache.ts';
import { findFreePort } from './port.ts';

const launched = new Set<RunningProcess>();
const directories = new Set<string>();
// A failing test must not hang the run or leave processes. Lanes of test-shared.ts do this themselves.
if (process.env.NODE_TEST_CONTEXT) after(endPrograms);

/** Ends what the tests of a file started. */
export async function endPrograms(): Promise<void> {
  for (const { child } of launched) child.kill('SIGTERM');
  await Promise.all([...launched].map(({ ended }) => ended));
  for (const path of directories) {
    const orphan = await findPostmaster(join(path, 'postgres'));
    if (orphan) await stopPostmaster(orphan);
  }
  directories.clear();
}

const boot = fileURLToPath(new URL('../../boot.mjs', import.meta.url));
const withParent = new URL('./end-with-parent.ts', import.meta.url).href;

/** The program in its own process, as started by `npm start`. */
export type RunningProcess = {
  url: string;
  child: ChildProcess;
  output: () => string;
  /** Exit code; null if killed. */
  ended: Promise<number | null>;
};

export async function createTemporaryDirectory(): Promise<{
  path: string;
  remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'insignia-process-'));
  directories.add(path);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Starts without waiting, with PATH and HOME only. `preload` is a module loaded first, `program`
 * another version. TEST_PRELOAD replaces the program by its bundle.
 */
export async function launch(
  settings: Record<string, string>,
  preload?: string,
  program = boot,
): Promise<RunningProcess> {
  const port = settings.PORT ?? String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '', TEST_PRELOAD } = process.env;
  const own = { PORT: port, BASE_URL: url, RATE_LIMIT: 'off', DRAIN_SECONDS: '0' };
  const env = { PATH, HOME, ...compileCache, IMAGE_STORE_SHARED: 'yes', ...own, ...settings };
  const preloads = [withParent, TEST_PRELOAD, preload].flatMap((file) =>
    file ? ['--import', file] : [],
  );
  const child = spawn(process.execPath, [...preloads, program], {
    env,
    stdio: ['pipe', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)),
  );
  const running = { url, child, output: () => output, ended };
  launched.add(running);
  child.once('exit', () => launched.delete(running));
  return running;
}

/** Only a dead process counts as a failure, however slow the machine. */
const patienceMs = 240_000;

/** Waits for readiness. Fails with the output if it exits first. */
export async function waitUntilReady(running: RunningProcess): Promise<RunningProcess> {
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  for (const end = Date.now() + patienceMs; Date.now() < end && !isOver; await sleep(25)) {
    const answer = await fetch(`${running.url}/readyz`).catch(() => undefined);
    if (answer?.ok) return running;
  }
  throw new Error(`not ready:\n${running.output()}`);
}

export async function startProcess(
  settings: Record<string, string>,
  program?: string,
): Promise<RunningProcess> {
  return waitUntilReady(await launch(settings, undefined, program));
}

export async function readPostmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}
