import {
  type ColumnMapping,
  type ColumnSource,
  type Guesses,
  getAttributeName,
  limitToAttributes,
  listFields,
  type RecipientField,
  type RowEdits,
} from '@insignia/recipients';
import type { ImportDraft } from './drafts.ts';

/** Columns of all guesses. */
export function guessesToColumns(guesses: Guesses): ColumnMapping['columns'] {
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
