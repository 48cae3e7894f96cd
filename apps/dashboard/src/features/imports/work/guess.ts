import {
  type ColumnMapping,
  type ColumnSource,
  type Guesses,
  getAttributeName,
  guessColumns,
  guessDateOrder,
  limitToAttributes,
  listFields,
  type RecipientField,
  type RememberedColumns,
  type RowEdits,
  readRow,
} from '@insignia/recipients';
import type { DraftFile, ImportDraft } from './drafts.ts';
import { getDataRows, getHeader } from './view.ts';

type DateLanguage = { locales: readonly string[]; months: ReadonlyMap<string, number> };

const MAX_SAMPLED_ROWS = 500;

function computeGuesses(
  file: DraftFile,
  draft: ImportDraft,
  { locales, months }: DateLanguage,
  remembered: RememberedColumns,
) {
  const cells = getDataRows(file, draft)
    .slice(0, MAX_SAMPLED_ROWS)
    .map((row) => row.cells);
  const { order, isCertain } = guessDateOrder(cells.flat(), locales[0] ?? 'en');
  const { attributes } = draft.options;
  const known = { remembered, order, months, attributes };
  const guesses = guessColumns(getHeader(file, draft), cells, known);
  return { order, isOrderCertain: isCertain, guesses };
}

/** The draft with guessed columns and no edits. */
export function applyGuesses(
  file: DraftFile,
  draft: ImportDraft,
  reader: DateLanguage,
  remembered: RememberedColumns,
): ImportDraft {
  const found = computeGuesses(file, draft, reader, remembered);
  const { fixed } = limitToAttributes(draft.matched, draft.options.attributes);
  const matched = { columns: guessesToColumns(found.guesses), fixed };
  return { ...draft, ...found, matched, edits: new Map() };
}

/** Adapts to another badge's custom fields and export rows. Edits stay. */
export function fitDraftToBadge(
  file: DraftFile,
  before: ImportDraft,
  draft: ImportDraft,
  reader: DateLanguage,
  remembered: RememberedColumns,
): ImportDraft {
  const { guesses } = computeGuesses(file, draft, reader, remembered);
  const after = { ...draft, guesses, matched: mapColumnsForBadge(draft, guesses) };
  const { order, options } = after;
  const reading = { order, months: reader.months, attributes: options.attributes };
  const rows = getDataRows(file, after);
  const rowAt = (at: number) => readRow(rows[at]?.cells ?? [], after.matched, reading);
  return { ...after, edits: moveEdits(before, after, rowAt) };
}

function guessesToColumns(guesses: Guesses): ColumnMapping['columns'] {
  const found = Object.entries(guesses) as [ColumnSource, { column: number }][];
  return Object.fromEntries(found.map(([source, { column }]) => [source, column]));
}

/** Column matches for another badge. Standard fields stay. */
export function mapColumnsForBadge(
  { matched, options }: ImportDraft,
  guesses: Guesses,
): ColumnMapping {
  const { columns, fixed } = limitToAttributes(matched, options.attributes);
  const used = new Set(Object.values(columns));
  const found = Object.entries(guessesToColumns(guesses)).filter(
    ([source, column]) =>
      getAttributeName(source as ColumnSource) !== undefined && !used.has(column),
  );
  return { columns: { ...Object.fromEntries(found), ...columns }, fixed };
}

/** Moves edits when the row's fields change. */
export function moveEdits(
  before: ImportDraft,
  after: ImportDraft,
  rowAt: (at: number) => readonly string[],
): RowEdits {
  const from = listFields(before.matched, before.options.attributes);
  const to = listFields(after.matched, after.options.attributes);
  if (from.join('\n') === to.join('\n')) return before.edits;
  const move = (cells: readonly string[], at: number): string[] =>
    to.map(
      (field: RecipientField, column) => cells[from.indexOf(field)] ?? rowAt(at)[column] ?? '',
    );
  const moved = [...before.edits].map(
    ([at, edit]) => [at, edit.cells ? { ...edit, cells: move(edit.cells, at) } : edit] as const,
  );
  return new Map(moved);
}
