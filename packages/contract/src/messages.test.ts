import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { getIssueMessage } from './messages.ts';

const listMessages = (schema: z.ZodType, value: unknown): string[] =>
  schema
    .safeParse(value, { error: getIssueMessage })
    .error?.issues.map(({ path, message }) => [...path, message].join(' ')) ?? [];

test('errors use the words of the user who corrects them, and limits are exact', () => {
  const paint = z.discriminatedUnion('type', [
    z.object({ type: z.literal('color') }),
    z.object({ type: z.literal('linear') }),
  ]);
  for (const value of [{}, { type: 'video' }, { type: null }])
    assert.deepEqual(listMessages(paint, value), ['type must be one of color, linear']);
  assert.deepEqual(listMessages(paint, 'red'), ['must be an object']);
  assert.deepEqual(listMessages(z.literal('badge'), 'poster'), ['must be badge']);
  assert.deepEqual(listMessages(z.literal([400, 700]), 500), ['must be one of 400, 700']);
  assert.deepEqual(listMessages(z.number().positive(), 0), ['must be more than 0']);
  assert.deepEqual(listMessages(z.number().min(1).lt(9), 9), ['must be less than 9']);
  assert.deepEqual(listMessages(z.number().max(9), 10), ['must be at most 9']);
  assert.deepEqual(listMessages(z.string().min(3), 'a'), ['must have at least 3 characters']);
});
