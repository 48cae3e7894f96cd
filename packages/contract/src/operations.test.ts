import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { recipientNameMin } from './credentials.ts';
import { bodySchema, type Operation, replySchema, versions } from './operation.ts';
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

/** Shapes that the interface specification or a standard names (decision 0114). */
const boundShapes = [
  'listIssuers: timestamp',
  'getIssuer: timestamp',
  'listWebhooks: createdAt',
  'listWebhooks: lastDeliveryAt',
  'getWebhookSample: createdAt',
  'listAwards: list',
  'listWebhooks: list',
  'listBadges: list',
  'getJwks: list',
  'removeMember: delete',
  'deleteIssuer: delete',
  'deleteBadge: delete',
  // The transfer stays, in another state.
  'cancelTransfer: delete',
  // A job does it, whose id is the reply.
  'eraseRecipient: delete',
];

test('new operations have the shapes of decision 0114: times, spelling, lists and deletes', () => {
  const found = Object.values<Operation>(operations).flatMap(findOtherShapes);
  assert.deepEqual(
    found.filter((shape) => !boundShapes.includes(shape)),
    [],
    'times are z.iso.datetime(), the state is "cancelled", lists have `items`, and DELETE returns `{deleted: true}`',
  );
  assert.deepEqual(boundShapes.toSorted(), [...new Set(found)].toSorted());
});

test('each shape that decision 0114 rules out is found', () => {
  const planted = {
    ...operations.deleteClaim,
    id: 'planted',
    reply: z.object({
      removed: z.literal(true),
      doneAt: z.int().nullable(),
      state: z.enum(['open', 'canceled']),
    }),
  } as Operation;
  assert.deepEqual(findOtherShapes(planted), [
    'planted: doneAt',
    'planted: canceled',
    'planted: delete',
  ]);
  const claims = z.object({ claims: z.array(z.object({ at: z.number() })) });
  assert.deepEqual(
    findOtherShapes({ ...operations.listClaims, id: 'planted', reply: claims } as Operation),
    ['planted: at', 'planted: list'],
  );
});

test('a former name is described as deprecated, and has the schema of the new one', () => {
  const schema = z.toJSONSchema(replySchema(operations.listDeliveries) as z.ZodType) as Schema;
  const { items, deliveries } = schema.properties ?? {};
  assert.deepEqual(deliveries, {
    ...items,
    deprecated: true,
    description: 'Same as `items`. Removed in 1.1',
  });
});

function findOtherShapes(operation: Operation): string[] {
  const { id, method, reply, iterator } = operation;
  if (!reply) return [];
  const json = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Schema;
  const { properties = {}, required = [], type } = json as Schema & { required?: string[] };
  const names = Object.keys(properties);
  const arrays = required.filter((name) => properties[name]?.type === 'array');
  const isList =
    method === 'GET' &&
    (iterator !== undefined ||
      type === 'array' ||
      json.anyOf !== undefined ||
      (arrays.length === 1 && required.length === 1));
  const isDeleted =
    properties.deleted?.const === true &&
    names.every((name) => name === 'deleted' || /^id$|Id$/.test(name));
  return [
    ...findOtherValues(json),
    ...(isList && !arrays.includes('items') ? ['list'] : []),
    ...(method === 'DELETE' && !isDeleted ? ['delete'] : []),
  ].map((shape) => `${id}: ${shape}`);
}

/** Names of times that aren't ISO 8601 strings, and values in the other spelling. */
function findOtherValues(schema: Schema): string[] {
  const times = Object.entries(schema.properties ?? {}).filter(
    ([name, value]) => /(?:^at|At|^timestamp)$/.test(name) && !isIsoTime(value),
  );
  const values = [schema.const, ...((schema.enum as unknown[] | undefined) ?? [])];
  const inner = Object.values(schema).flatMap((value) =>
    typeof value === 'object' && value !== null ? findOtherValues(value as Schema) : [],
  );
  return [
    ...times.map(([name]) => name),
    ...(values.includes('canceled') ? ['canceled'] : []),
    ...inner,
  ];
}

function isIsoTime({ type, format, anyOf }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.every((each) => each.type === 'null' || isIsoTime(each));
  return type === 'string' && (format === 'date-time' || format === 'date');
}
