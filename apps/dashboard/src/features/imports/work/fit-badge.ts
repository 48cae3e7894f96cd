import {
  attributeNamed,
  type Edits,
  type Field,
  fieldsOf,
  fittingTo,
  type Guesses,
  type Matched,
  type Source,
} from '@insignia/recipients';
import type { Draft } from './drafts.ts';

/** Columns of all guesses. */
export function columnsOf(guesses: Guesses): Matched['columns'] {
  const found = Object.entries(guesses) as [Source, { column: number }][];
  return Object.fromEntries(found.map(([source, { column }]) => [source, column]));
}

/** Column matches for another badge. Standard fields stay. */
export function matchedFor({ matched, options }: Draft, guesses: Guesses): Matched {
  const { columns, fixed } = fittingTo(matched, options.attributes);
  const used = new Set(Object.values(columns));
  const found = Object.entries(columnsOf(guesses)).filter(
    ([source, column]) => attributeNamed(source as Source) !== undefined && !used.has(column),
  );
  return { columns: { ...Object.fromEntries(found), ...columns }, fixed };
}

/** Moves edits when the row's fields change. */
export function movedEdits(
  before: Draft,
  after: Draft,
  rowAt: (at: number) => readonly string[],
): Edits {
  const from = fieldsOf(before.matched, before.options.attributes);
  const to = fieldsOf(after.matched, after.options.attributes);
  if (from.join('\n') === to.join('\n')) return before.edits;
  const move = (cells: readonly string[], at: number): string[] =>
    to.map((field: Field, column) => cells[from.indexOf(field)] ?? rowAt(at)[column] ?? '');
  const moved = [...before.edits].map(
    ([at, edit]) => [at, edit.cells ? { ...edit, cells: move(edit.cells, at) } : edit] as const,
  );
  return new Map(moved);
}
