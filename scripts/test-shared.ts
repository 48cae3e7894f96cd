/**
 * Runs test files in TEST_FILES processes, each file after another: loading and warming up the
 * server costs more than most files do.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { globalSetup, globalTeardown } from '../apps/server/tests/support/global-setup.ts';

const lane = fileURLToPath(new URL('test-lane.ts', import.meta.url));
/** Preloaded by processes of tests. */
export const context = new URL('test-context.mjs', import.meta.url).href;
const options = ['--import', context, '--test-force-exit', '--test-reporter=spec'];

/** Resolves with whether all tests passed. */
export async function runShared(globs: string[], lanes: number): Promise<boolean> {
  const waiting = await Array.fromAsync(glob(globs));
  if (waiting.length === 0) throw new Error(`no test file matches ${globs.join(', ')}`);
  // Large files first, so that the lanes end together.
  const sizes = new Map(waiting.map((file) => [file, statSync(file).size]));
  waiting.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const results = Array.from({ length: Math.min(lanes, waiting.length) }, async () => {
    let isPassed = true;
    // A second process is needed only if a file ends the first.
    while (waiting.length > 0) isPassed = (await runLane(waiting)) && isPassed;
    return isPassed;
  });
  return (await Promise.all(results)).every(Boolean);
}

async function runLane(waiting: string[]): Promise<boolean> {
  const child = fork(lane, { execArgv: options });
  let file: string | undefined;
  child.on('message', () => {
    file = waiting.shift();
    child.send(file ?? '');
  });
  const [code, signal] = await once(child, 'exit');
  if (file === undefined) {
    if (waiting.length > 0) throw new Error(`${lane} ended at its start (${signal ?? code})`);
    return code === 0;
  }
  console.error(`✖ ${file}: its process ended early (${signal ?? code})`);
  return false;
}

if (import.meta.main) {
  process.env.TEST_FSYNC ??= 'off';
  process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/compiled';
  await globalSetup();
  const isPassed = await runShared(process.argv.slice(2), Number(process.env.TEST_FILES ?? 3));
  await globalTeardown();
  if (!isPassed) process.exitCode = 1;
}
