import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { recipientNameMin } from './credentials.ts';
import { bodySchema, type Operation, versions } from './operation.ts';
import { operations } from './operations.ts';

type Schema = { properties?: Record<string, Schema>; description?: string } & Record<
  string,
  unknown
>;

/** Paths of properties without a description. */
function undescribed(schema: Schema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).filter(
    ([, property]) => !property.description && !property.$ref,
  );
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? undescribed(value as Schema, key === 'properties' ? path : `${path}.${key}`)
      : [],
  );
  return [...own.map(([name]) => `${path}.${name}`), ...inner];
}

for (const operation of Object.values<Operation>(operations)) {
  const { id, query, reply, examples = {} } = operation;
  const body = bodySchema(operation, { recipientNameMin });
  test(`${id}: every property is described, and examples match their schemas`, () => {
    for (const [name, schema] of Object.entries({ body, query, reply }))
      if (schema) {
        const io = name === 'reply' ? 'output' : 'input';
        const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
        assert.deepEqual(undescribed(json, name), []);
      }
    body?.parse(examples.body);
    reply?.parse(examples.reply);
  });
}

test('every version with a changelog heading is a known version for operations', async () => {
  const changelog = await readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...changelog.matchAll(/^## v?(\d+\.\d+)/gm)].map(([, version]) => version);
  assert.deepEqual(
    released.filter((version) => !versions.some((known) => known === version)),
    [],
    'add it to `versions` in operation.ts (packages/contract/src)',
  );
});
