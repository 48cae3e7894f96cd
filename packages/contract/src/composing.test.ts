// NFC takes quadratic time in the combining marks of one letter, so input is cut first.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { foldAddress } from './addresses.ts';
import { keepKnownAttributes, readImportHeader } from './import-header.ts';
import { readImportRow } from './import-rows.ts';
import { createImportRowSchema } from './imports.ts';

/** Records the lengths of texts passed to `normalize`. */
function composed({ mock }: TestContext): number[] {
  const lengths: number[] = [];
  const normalize = String.prototype.normalize;
  mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    lengths.push(this.length);
    return normalize.call(this, form);
  });
  return lengths;
}

const many = `a${'\u0301\u0316'.repeat(30_000)}`;
const names = Array.from({ length: 20 }, (_, at) => `Attribute ${at}`);
const attributes = names.map((name) => ({ name, type: 'text' as const }));
const schema = createImportRowSchema({ recipientNameMin: 5 });
const start = ['Ada Lovelace', 'ada@example.org', '2026-02-01'];
const now = Date.parse('2026-03-01');
const where = { name: 0, email: 1, issuedOn: 2 };

test('folding an oversized email address composes at most 1,000 characters', (context) => {
  const lengths = composed(context);
  assert.equal(foldAddress(' ADA@Example.org\n'), 'ada@example.org');
  foldAddress(many);
  // One character that expands to eighteen.
  assert.ok(foldAddress('\ufdfa'.repeat(500)).length <= 1_000);
  assert.ok(Math.max(...lengths) <= 1_000, `${Math.max(...lengths)}`);
});

test('attribute names in a row’s JSON are composed only up to the maximum length of a name', (context) => {
  const lengths = composed(context);
  const columns = { ...where, allAttributes: 3 };
  const cell = JSON.stringify({ [many]: 'x', [names[7] ?? '']: 'y' });
  const read = readImportRow([...start, cell], { columns, width: 4, schema, attributes }, now);
  assert.ok(!Array.isArray(read), JSON.stringify(read));
  assert.deepEqual(read.details?.attributes, [{ name: names[7], type: 'text', value: 'y' }]);
  assert.ok(Math.max(...lengths) <= 1_000, `${Math.max(...lengths)}`);
});

test('names are folded once each, however many attributes and columns there are', (context) => {
  const lengths = composed(context);
  const once = names.length * 10;
  const columns = names.map((name, at) => ({ name, at: at + 3 }));
  const shape = { columns: { ...where, attributes: columns }, width: 23, schema, attributes };
  const read = readImportRow([...start, ...names], shape, now);
  assert.ok(!Array.isArray(read) && read.details?.attributes?.length === 20, JSON.stringify(read));
  assert.ok(lengths.length <= once, `${lengths.length} for a row`);
  const header = readImportHeader([
    'name',
    'email',
    'issuedOn',
    ...names.map((n) => `attribute:${n}`),
  ]);
  assert.ok('attributes' in header);
  lengths.length = 0;
  assert.equal(keepKnownAttributes(header, attributes).attributes?.length, 20);
  assert.ok(lengths.length <= once, `${lengths.length} for a header`);
});
