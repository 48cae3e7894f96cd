import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nouns, type Operation, operations, operationsWithoutMethod } from '@insignia/contract';
import { createClient } from './client.ts';

const client = createClient({ baseUrl: 'https://badges.example.org' });

test('every operation has one client method, or a reason to have none', () => {
  const named = Object.entries(nouns).flatMap(([noun, methods]) =>
    Object.entries<Operation>(methods).map(([name, { id }]) => ({ id, noun, name })),
  );
  for (const { id, noun, name } of named)
    assert.equal(
      typeof (client as unknown as Record<string, Record<string, unknown>>)[noun]?.[name],
      'function',
      `${id} is ${noun}.${name} in its definition, and no method of the client`,
    );
  const ids = [...named.map(({ id }) => id), ...Object.keys(operationsWithoutMethod)];
  const missing = Object.keys(operations).filter((id) => !ids.includes(id));
  assert.deepEqual(
    missing,
    [],
    'give each of these a noun in its definition (packages/contract/src), or the reason why no program calls it',
  );
  const repeated = ids.filter((id, n) => ids.indexOf(id) !== n);
  assert.deepEqual(
    repeated,
    [],
    'these have more than one method, or a method and a reason to have none',
  );
});
