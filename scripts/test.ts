/**
 * `npm test`: unit tests share one process, tests of the API share a few, and those in `one-process`
 * have a process per file. All run side by side on one PostgreSQL server. With arguments, such as
 * --test-name-pattern, tests of the API have a process per file too.
 */
import { spawn } from 'node:child_process';
import { globalSetup, globalTeardown } from '../apps/server/tests/support/global-setup.ts';
import { runShared } from './test-shared.ts';

const unitTests = [
  'apps/server/{src,cluster,soak}/**/*.test.ts',
  'apps/cli/**/*.test.ts',
  'apps/dashboard/src/**/*.test.ts',
  'packages/**/*.test.ts',
];
const apiTests = [
  'apps/server/tests/!(dashboard*).test.ts',
  'apps/server/tests/coverage/*.test.ts',
];
const ownProcessTests = ['apps/server/tests/one-process/!(dashboard*).test.ts'];
const options = process.argv.slice(2);
process.env.TEST_FSYNC ??= 'off';
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/compiled';

/** Resolves with the output, which is also shown at once if `isShown`. Fails the run if a test fails. */
async function runTests(files: string[], isShown: boolean, ...more: string[]): Promise<string> {
  const common = ['--test', '--test-force-exit', '--test-timeout=300000'];
  const child = spawn(process.execPath, [...common, ...more, ...options, ...files], {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) process.exitCode = 1;
  return output;
}

await globalSetup();
const lanes = Number(process.env.TEST_FILES ?? 3);
const isShared = options.length === 0 && lanes > 1;
const separate = isShared ? ownProcessTests : [...apiTests, ...ownProcessTests];
const concurrency = `--test-concurrency=${isShared ? 1 : lanes}`;
const [unitOutput, , isPassed] = await Promise.all([
  runTests(unitTests, false, '--test-isolation=none', '--test-reporter=spec'),
  runTests(separate, true, concurrency, '--test-reporter=spec'),
  isShared ? runShared(apiTests, lanes - 1) : true,
]);
process.stdout.write(unitOutput);
await globalTeardown();
if (!isPassed) process.exitCode = 1;
