import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody, type Operation, replySchema } from '@insignia/contract';
import fc from 'fast-check';
import { type ApiResponse, createTestClient } from '../support/client.ts';
import {
  type OperationInput,
  readOperationInputs,
  type Schema,
  type SchemaLeaf,
} from '../support/openapi.ts';
import { createWorld } from '../support/samples.ts';
import { isShort } from '../support/test-form.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ WEBHOOK_RETRY_SCHEDULE: '1h' });
const world = await createWorld(instance);
const described = await readOperationInputs(instance.url);

/** Failures print their seed, which FUZZ_SEED repeats. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const numRuns = Number(process.env.FUZZ_RUNS ?? (isShort ? 6 : 12));

/** Characters allowed in headers and paths. */
const visible = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const junk = fc.oneof(
  ...[visible, fc.string({ unit: 'binary', maxLength: 20 }), fc.integer(), fc.double()],
  ...[fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}), fc.constant('')],
);

/** Values that a schema allows. */
function allowed({ type, enum: values, format, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  if (values) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer();
  if (type === 'array') return fc.array(visible, { maxLength: 3 });
  if (type === 'object') return fc.dictionary(visible, junk, { maxKeys: 3 });
  if (format === 'idn-email') return fc.oneof(fc.emailAddress(), fc.constant('ünï@例え.jp'));
  return fc.oneof(
    fc.string({ maxLength: Math.min(maxLength, 60), unit: 'grapheme' }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.webUrl(),
  );
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** An id of this account, of another one, or an invalid one. */
const idFor = (name: string) =>
  fc.oneof(fc.constant(world.ids[name] ?? 'x'), fc.uuid({ version: 7 }), visible);

function generateFields(leaves: SchemaLeaf[]): fc.Arbitrary<unknown> {
  const top = leaves.filter(({ path }) => path.length === 1);
  const members = top.map(({ path: [name = ''], schema }) => {
    const inner = leaves.filter(({ path }) => path.length > 1 && path[0] === name);
    const deeper = inner.map((leaf) => ({ ...leaf, path: leaf.path.slice(1) }));
    const valid = name in world.ids ? idFor(name) : allowed(schema);
    const good = deeper.length > 0 ? generateFields(deeper) : valid;
    return [name, maybe(fc.oneof({ weight: 5, arbitrary: good }, junk))] as const;
  });
  return fc.record(Object.fromEntries(members));
}

const pick = (parameters: OperationInput['parameters'], place: string) =>
  fc.record(
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, schema }) => {
          const value = fc.oneof(name in world.ids ? idFor(name) : allowed(schema), junk);
          return [name, place === 'path' ? idFor(name) : maybe(value)];
        }),
    ),
  );

/** Permitted and forbidden callers. */
const whoever = () =>
  fc.constantFrom<Record<string, string>>(
    { 'x-api-key': world.owner.key },
    { authorization: `Bearer ${world.owner.jwt}` },
    { cookie: world.owner.cookie, origin: instance.url },
    { 'x-api-key': world.owner.readKey },
    {},
  );

function generateBody({ operation, fields }: OperationInput): fc.Arbitrary<unknown> {
  if (!fields) return fc.constant(undefined);
  const good = generateFields(fields).map((each) => (operation.bare ? each : { parameters: each }));
  return fc.oneof({ weight: 8, arbitrary: good }, junk, fc.constant(undefined));
}

const generateRequest = (taking: OperationInput) =>
  fc.record({
    path: pick(taking.parameters, 'path'),
    query: pick(taking.parameters, 'query'),
    body: generateBody(taking),
    who: whoever(),
  });

function buildPath(
  operation: Operation,
  path: Record<string, unknown>,
  query: Record<string, unknown>,
): string {
  const filled = operation.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(path[name]).toWellFormed()),
  );
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)]));
  return `${filled}?${search}`;
}

/** The client has checked status and code against the contract. */
function assertAsDescribed(operation: Operation, { status, headers, body }: ApiResponse): void {
  if (!/json/.test(headers.get('content-type') ?? '')) return;
  const schema = status < 400 ? replySchema(operation) : errorBody;
  const judged = schema?.safeParse(body);
  assert.ok(judged?.success !== false, `${operation.id} ${status}: ${judged?.error}`);
}

/** Would end the account under test. */
const spared = ['deleteAccount'];

test('any input gets a status, an error and a body shape that the API description allows', async (t) => {
  for (const taking of described.filter(({ id }) => !spared.includes(id)))
    await t.test(taking.id, async () =>
      fc.assert(
        fc.asyncProperty(generateRequest(taking), async ({ path, query, body, who }) => {
          const { operation } = taking;
          const send = createTestClient(instance.url, who);
          const answer = await send(operation.method, buildPath(operation, path, query), body);
          assert.notEqual(answer.status, 500, answer.text);
          assertAsDescribed(operation, answer);
        }),
        { seed, numRuns },
      ),
    );
});
