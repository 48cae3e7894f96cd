/**
 * `npm test`: unit tests share one process, tests of the API share a few, and those in `one-process`
 * have a process per file. All run side by side on one PostgreSQL server. With arguments, such as
 * --test-name-pattern, tests of the API have a process per file too.
 */
import { spawn } from 'node:child_process';
import { globalSetup, globalTeardown } from '../apps/server/tests/support/global-setup.ts';
import { context, runShared } from './test-shared.ts';

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

/** Resolves with whether all tests passed. */
async function runTests(files: string[], ...more: string[]): Promise<boolean> {
  const common = ['--import', context, '--test', '--test-force-exit', '--test-timeout=300000'];
  const child = spawn(
    process.execPath,
    [...common, ...more, '--test-reporter=spec', ...options, ...files],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0;
}

await globalSetup();
const lanes = Number(process.env.TEST_FILES ?? 3);
const isShared = options.length === 0 && lanes > 1;
const results = await Promise.all(
  isShared
    ? [
        runShared(unitTests, 1),
        runTests(ownProcessTests, '--test-concurrency=1'),
        runShared(apiTests, lanes - 1),
      ]
    : [
        runTests(unitTests, '--test-isolation=none'),
        runTests([...apiTests, ...ownProcessTests], `--test-concurrency=${lanes}`),
      ],
);
await globalTeardown();
if (results.includes(false)) process.exitCode = 1;
