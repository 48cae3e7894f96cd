import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBadge, getBadge, health, refusalsOf } from '@insignia/contract';
import { unmetErrors } from './unmet-errors.ts';

const operations = { createBadge, getBadge, health };
const everything = Object.entries(operations).flatMap(([id, operation]) =>
  refusalsOf(operation).map((code) => `${id} ${code}`),
);

test('an error that an operation declares and nobody has met is named', () => {
  assert.deepEqual(unmetErrors(operations, new Set(everything)), []);
  const without = (...lines: string[]) =>
    unmetErrors(operations, new Set(everything.filter((line) => !lines.includes(line))));
  for (const line of ['createBadge issuer_not_found', 'getBadge badge_not_found'])
    assert.deepEqual(without(line), [line]);
  assert.deepEqual(without('getBadge unauthorized'), ['getBadge unauthorized']);
});

test('what one part says for all is met once, and faults of ours by nobody', () => {
  const without = (code: string, but: string[] = []) =>
    unmetErrors(
      operations,
      new Set(everything.filter((line) => but.includes(line) || !line.endsWith(` ${code}`))),
    );
  assert.deepEqual(without('internal_error'), []);
  const closed = ['createBadge sign_up_closed', 'getBadge sign_up_closed'];
  assert.deepEqual(without('sign_up_closed'), closed);
  assert.deepEqual(without('sign_up_closed', closed.slice(0, 1)), []);
});
