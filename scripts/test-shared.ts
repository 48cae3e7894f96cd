/**
 * Runs test files in TEST_FILES processes, each file after another: loading and warming up the
 * server costs more than most files do.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { globalSetup, globalTeardown } from '../apps/server/tests/support/global-setup.ts';
import { isShort, wholeFormFiles, wholeFormOnly } from '../apps/server/tests/support/test-form.ts';

const lane = fileURLToPath(new URL('test-lane.ts', import.meta.url));
/** Preloaded by processes of tests. */
export const context = new URL('test-context.mjs', import.meta.url).href;
const options = ['--import', context, '--test-force-exit', '--test-reporter=spec'];
if (isShort) options.push(...listSkipOptions());

/** Options that skip the tests of the whole form. Fails if a listed one no longer exists. */
function listSkipOptions(): string[] {
  return Object.entries(wholeFormOnly).flatMap(([file, titles]) => {
    const text = readFileSync(new URL(`../apps/server/tests/${file}`, import.meta.url), 'utf8');
    return titles.map((title) => {
      if (!RegExp(`test\\(\\s*'${RegExp.escape(title)}'`).test(text))
        throw new Error(`${file} has no test “${title}”`);
      return `--test-skip-pattern=${RegExp.escape(title)}`;
    });
  });
}

/** Small files that take long. */
const slow =
  /\/(?:certificate-templates|fairness|overload|growth|lists|tenants|faults\/(?:backup|clocks|mail))\.test\.ts$/;

/** Files that lanes take one after another. Long ones first, so that the lanes end together. */
export async function listFiles(globs: string[]): Promise<string[]> {
  const all = await Array.fromAsync(glob(globs));
  const isRun = (file: string): boolean =>
    !isShort || !wholeFormFiles.some((whole) => file.endsWith(`/${whole}`));
  const files = all.filter(isRun);
  if (files.length === 0) throw new Error(`no test file matches ${globs.join(', ')}`);
  const sizes = new Map(
    files.map((file) => [file, statSync(file).size + (slow.test(file) ? 1_000_000 : 0)]),
  );
  return files.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Runs waiting files in one process. Resolves with whether all tests passed. */
export async function runWaiting(waiting: string[]): Promise<boolean> {
  let isPassed = true;
  // A second process is needed only if a file ends the first.
  while (waiting.length > 0) isPassed = (await runLane(waiting)) && isPassed;
  return isPassed;
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
  const waiting = await listFiles(process.argv.slice(2));
  const lanes = Math.min(Number(process.env.TEST_FILES ?? 3), waiting.length);
  const results = await Promise.all(Array.from({ length: lanes }, () => runWaiting(waiting)));
  await globalTeardown();
  if (results.includes(false)) process.exitCode = 1;
}
