/**
 * `npm test` in four lanes on one PostgreSQL server: the first runs unit tests in one process, the
 * second a few files with a process each, and all four then share the tests of the API, each in a
 * process of its own. Two cores have something to do while some lanes wait. With arguments, such as
 * --test-name-pattern, each file of them has its process. TEST_FORM=whole adds variants that the short form leaves out.
 */
import { spawn } from 'node:child_process';
import { globalSetup, globalTeardown } from '../apps/server/tests/support/global-setup.ts';
import { context, listFiles, runWaiting } from './test-shared.ts';

const unitTests = [
  'apps/server/{src,cluster,soak}/**/*.test.ts',
  'apps/cli/**/*.test.ts',
  'apps/dashboard/src/**/*.test.ts',
  'packages/**/*.test.ts',
];
/** They measure their process, or change its variables or functions. */
const alone =
  'declared-errors|limits|picture-cost|silent-store|strangers|tracing|verify-hostile|watch';
const ownProcessTests = [`apps/server/tests/one-process/@(${alone}).test.ts`];
const apiTests = [
  'apps/server/tests/!(dashboard*).test.ts',
  `apps/server/tests/one-process/!(dashboard*|${alone}).test.ts`,
  'apps/server/tests/coverage/*.test.ts',
];
const options = process.argv.slice(2);
process.env.TEST_FORM ??= 'short';
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
const lanes = Number(process.env.TEST_FILES ?? 4);
const isShared = options.length === 0 && lanes > 1;
const waiting = await listFiles(apiTests);
const inTurn = async (...runs: (() => Promise<boolean>)[]): Promise<boolean> => {
  const passed: boolean[] = [];
  for (const run of runs) passed.push(await run());
  return passed.every(Boolean);
};
const runApi = () => runWaiting(waiting);
const results = await Promise.all(
  isShared
    ? [
        inTurn(async () => runWaiting(await listFiles(unitTests)), runApi),
        inTurn(() => runTests(ownProcessTests, '--test-concurrency=1'), runApi),
        ...Array.from({ length: lanes - 2 }, runApi),
      ]
    : [
        runTests(unitTests, '--test-isolation=none'),
        runTests([...apiTests, ...ownProcessTests], `--test-concurrency=${lanes}`),
      ],
);
await globalTeardown();
if (results.includes(false)) process.exitCode = 1;
