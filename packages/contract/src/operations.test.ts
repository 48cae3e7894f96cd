import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

type Schema = { properties?: Record<string, Schema>; description?: string } & Record<
  string,
  unknown
>;

/** Paths of the properties that nobody has described. */
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

// Others are still declared beside their routes.
const whole: Operation[] = Object.values<Operation>(operations).filter(
  ({ description }) => description,
);

for (const operation of whole) {
  const { id, body, query, reply, examples = {} } = operation;
  test(`${id}: every property is described, and its examples are what its schemas say`, () => {
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
