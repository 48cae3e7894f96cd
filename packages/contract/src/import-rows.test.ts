import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImportRow } from './import-rows.ts';
import { createImportRowSchema } from './imports.ts';

const now = Date.parse('2026-03-01');
const evidence = (cell: string) => {
  const read = readImportRow(
    ['Ada Lovelace', 'ada@example.org', '2026-02-01', cell],
    {
      ...{ columns: { name: 0, email: 1, issuedOn: 2, evidence: 3 }, width: 4, attributes: [] },
      schema: createImportRowSchema({ recipientNameMin: 5 }),
    },
    now,
  );
  return Array.isArray(read) ? read : read.details?.evidence?.map(({ id }) => id);
};

test('an evidence cell has one error: that of its bad link, or that it contains no links', () => {
  const long = `https://example.org/${'x'.repeat(2_100)}`;
  for (const [cell, field, message] of [
    [long, 'evidence.0.id', /2,?048/],
    [
      'https://a.example https://me:secret@b.example',
      'evidence.1.id',
      /must be an http or https URL/,
    ],
    ['a photograph', 'evidence', /must be links that start/],
    ['[{"id": ', 'evidence', /isn't a valid JSON list/],
  ] as const) {
    const errors = evidence(cell);
    assert.equal(errors?.length, 1, cell);
    const [error] = errors as { field: string; message: string }[];
    assert.equal(error?.field, field);
    assert.match(error?.message ?? '', message);
  }
  assert.deepEqual(evidence('https://a.example, HTTPS://b.example'), [
    ...['https://a.example', 'HTTPS://b.example'],
  ]);
});
