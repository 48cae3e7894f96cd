/**
 * Fails for each declared error that no test has met. Runs after all lanes, which record the errors
 * in the directory that TEST_MET names.
 */
import { operations } from '@insignia/contract';
import { findUnmetErrors } from '../apps/server/tests/coverage/unmet-errors.ts';
import { beginErrorRecord } from '../apps/server/tests/support/observed-errors.ts';

if (!process.env.TEST_MET) throw new Error('set TEST_MET to the directory that the lanes recorded');
const unmet = findUnmetErrors(operations, beginErrorRecord().read());
for (const line of unmet)
  console.error(
    `packages/contract: ${line} is declared, and no test has met it: remove it, or cause it in apps/server/tests/one-process/declared-errors.test.ts`,
  );
if (unmet.length > 0) process.exitCode = 1;
