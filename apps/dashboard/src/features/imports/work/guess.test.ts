import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes } from '@insignia/recipients';
import type { ImportDraft } from './drafts.ts';
import { mapColumnsForBadge, moveEdits } from './guess.ts';

const grade: Attributes = [{ name: 'Grade', type: 'number' }];
const rank: Attributes = [{ name: 'Rank', type: 'text' }];
const createDraft = (
  attributes: Attributes,
  matched: ImportDraft['matched'],
  edits = new Map(),
): ImportDraft => ({
  ...{
    id: '',
    accountId: '',
    name: '',
    savedAt: 0,
    sheet: 0,
    firstRow: 0,
    hasHeader: true,
    guesses: {},
  },
  ...{ matched, order: 'ymd', isOrderCertain: true, edits, key: '' },
  options: { badgeId: '', attributes, skips: true },
});

test('changing the badge maps its attributes to free columns and keeps edited cells with their fields', () => {
  const columns = { name: 0, email: 1, issuedOn: 2, evidence: 4, 'attribute:Grade': 3 } as const;
  const edited = ['Ada Lovelace', 'ada@example.org', '2026-01-01', '', 'https://a.example', '1.3'];
  const before = createDraft(grade, { columns, fixed: {} }, new Map([[7, { cells: edited }]]));
  const matched = mapColumnsForBadge(
    { ...before, options: { ...before.options, attributes: rank } },
    {
      'attribute:Rank': { column: 3, because: 'header' },
      name: { column: 9, because: 'content' },
    },
  );
  assert.deepEqual(matched.columns, {
    ...{ name: 0, email: 1, issuedOn: 2, evidence: 4, 'attribute:Rank': 3 },
  });
  const rows = ['Ada', 'ada@example.org', '2026-01-01', '', 'https://b.example', 'mate'];
  const moved = moveEdits(before, createDraft(rank, matched), () => rows);
  assert.deepEqual(moved.get(7)?.cells, [...edited.slice(0, 5), 'mate']);
  assert.equal(
    moveEdits(before, before, () => rows),
    before.edits,
  );
});
