// One process of test-shared.ts: requests file after file, and runs each as a suite.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { after, beforeEach, type SuiteContext, suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endPrograms } from '../apps/server/tests/support/process.ts';

// Tests may replace the global ones.
const { setTimeout, clearTimeout } = globalThis;
const limitMs = Number(process.env.TEST_LIMIT_MS ?? 300_000);
/** Infinity would mean the default. */
const unlimitedMs = 2 ** 31 - 1;

// The log of each program that a test starts adds an exit listener.
process.setMaxListeners(0);

/** Empty if no file is left. */
async function requestFile(): Promise<string> {
  process.send?.('next');
  const [file] = await once(process, 'message');
  return file;
}

/** Limits each test. A limit of the suite would apply to all its tests together. */
function limitTest(context: TestContext | SuiteContext): void {
  if (!('after' in context)) return;
  const timer = setTimeout(() => {
    console.error(`✖ ${context.fullName}: ran for more than ${limitMs / 1_000} s`);
    process.exit(1);
  }, limitMs);
  context.after(() => clearTimeout(timer));
}

// A run ends with its last known test, so that this one lasts until no file is left.
test('files', { timeout: unlimitedMs }, async () => {
  for (let file = await requestFile(); file !== ''; file = await requestFile()) {
    const { href } = pathToFileURL(resolve(file));
    await suite(file, async () => {
      beforeEach(limitTest);
      after(endPrograms);
      await import(href);
    });
  }
});
