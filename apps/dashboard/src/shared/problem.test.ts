import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InsigniaError } from '@insignia/sdk';
import { describeProblem } from './problem.ts';

const said = (message: string, fault: { path: string; message: string }) =>
  describeProblem(
    new InsigniaError(message, { code: 'invalid_request', status: 400, details: [fault] }),
  );

test('a fault is told once, also where the message is of it alone', () => {
  const fault = { path: 'image', message: 'must not be empty' };
  assert.equal(said('image must not be empty', fault), 'Image must not be empty.');
  assert.equal(said('not valid', fault), 'Not valid: image must not be empty.');
});
