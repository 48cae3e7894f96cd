import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  findUnknownFields,
  ignoredFieldsHeader,
  readKnownFields,
  reportIgnoredFields,
} from './json-body.ts';

const schema = z
  .object({
    name: z.string(),
    recipient: z.object({ email: z.string() }).nullish(),
    rows: z.array(z.object({ at: z.int() })).default([]),
    free: z.record(z.string(), z.unknown()).optional(),
    open: z.looseObject({ a: z.string() }).optional(),
    word: z.string().transform((text) => text.length),
    ids: z.array(z.string()).optional(),
  })
  .refine(() => true);
const known = readKnownFields(schema);

test('unknown fields are found at every depth', () => {
  const value = {
    ...{ name: 'a', nmae: 'b', free: { x: 1 }, open: { b: 1 }, word: 'c', ids: ['d'] },
    recipient: { email: 'e', emial: 'f' },
    rows: [{ at: 1 }, { at: 2, to: 3 }],
  };
  assert.deepEqual(findUnknownFields(known, value), ['nmae', 'recipient.emial', 'rows.1.to']);
  assert.deepEqual(findUnknownFields(known, JSON.parse('{"__proto__": 1, "name": "a"}')), [
    '__proto__',
  ]);
});

test('a value with a different type than the schema has no unknown fields', () => {
  for (const value of [undefined, null, 'text', 7, [{ x: 1 }], { recipient: [1], rows: { x: 1 } }])
    assert.deepEqual(findUnknownFields(known, value), []);
  assert.deepEqual(findUnknownFields(readKnownFields(z.unknown()), { x: 1 }), []);
});

function buildHeader(...fieldLists: string[][]): string | undefined {
  const headers: Record<string, string> = {};
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  for (const paths of fieldLists) reportIgnoredFields(reply as unknown as FastifyReply, paths);
  return headers[ignoredFieldsHeader];
}

test('unknown field names are escaped in a header of limited length', () => {
  assert.equal(buildHeader([]), undefined);
  assert.equal(buildHeader(['a', 'b'], ['b', 'c']), 'a, b, c');
  const names = ['a,b\r\nx: y', 'ü', '\ud800', '名'.repeat(500), '__proto__'];
  const value =
    buildHeader(findUnknownFields(known, Object.fromEntries(names.map((name) => [name, 1])))) ?? '';
  assert.match(value, /^a%2Cb%0D%0Ax%3A%20y, %C3%BC, %EF%BF%BD, %E5/);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, 1]));
  const cut = buildHeader(findUnknownFields(known, many), ['more']) ?? '';
  assert.deepEqual([cut.split(', ').length, cut.endsWith('m19, ...')], [21, true]);
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`名`.repeat(60) + i, 1]));
  assert.ok((buildHeader(findUnknownFields(known, long)) ?? '').length <= 1_010);
});
