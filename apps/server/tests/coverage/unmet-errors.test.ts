import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBadge, getBadge, health, listErrorCodes } from '@insignia/contract';
import { findUnmetErrors } from './unmet-errors.ts';

const operations = { createBadge, getBadge, health };
const everything = Object.entries(operations).flatMap(([id, operation]) =>
  listErrorCodes(operation).map((code) => `${id} ${code}`),
);

test('an error that an operation declares but no test meets is reported', () => {
  assert.deepEqual(findUnmetErrors(operations, new Set(everything)), []);
  const without = (...lines: string[]) =>
    findUnmetErrors(operations, new Set(everything.filter((line) => !lines.includes(line))));
  for (const line of ['createBadge issuer_not_found', 'getBadge badge_not_found'])
    assert.deepEqual(without(line), [line]);
  assert.deepEqual(without('getBadge unauthorized'), ['getBadge unauthorized']);
});

test('an error shared by all routes must be tested once, and an internal error never', () => {
  const without = (code: string, but: string[] = []) =>
    findUnmetErrors(
      operations,
      new Set(everything.filter((line) => but.includes(line) || !line.endsWith(` ${code}`))),
    );
  assert.deepEqual(without('internal_error'), []);
  const closed = ['createBadge sign_up_closed', 'getBadge sign_up_closed'];
  assert.deepEqual(without('sign_up_closed'), closed);
  assert.deepEqual(without('sign_up_closed', closed.slice(0, 1)), []);
});
