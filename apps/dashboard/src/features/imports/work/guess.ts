import {
  fittingTo,
  guessColumns,
  guessDateOrder,
  type Remembered,
  readRow,
} from '@insignia/recipients';
import type { Draft, DraftFile } from './drafts.ts';
import { columnsOf, matchedFor, movedEdits } from './fit-badge.ts';
import { headerOf, rowsOf } from './view.ts';

/** Languages of month names. */
type Reader = { locales: readonly string[]; months: ReadonlyMap<string, number> };

const mostSampled = 500;

function guessesOf(file: DraftFile, draft: Draft, { locales, months }: Reader, kept: Remembered) {
  const cells = rowsOf(file, draft)
    .slice(0, mostSampled)
    .map((row) => row.cells);
  const { order, isCertain } = guessDateOrder(cells.flat(), locales[0] ?? 'en');
  const { attributes } = draft.options;
  const known = { remembered: kept, order, months, attributes };
  const guesses = guessColumns(headerOf(file, draft), cells, known);
  return { order, isOrderCertain: isCertain, guesses };
}

/** The draft with guessed columns and no edits. */
export function guessed(file: DraftFile, draft: Draft, reader: Reader, kept: Remembered): Draft {
  const found = guessesOf(file, draft, reader, kept);
  const { fixed } = fittingTo(draft.matched, draft.options.attributes);
  const matched = { columns: columnsOf(found.guesses), fixed };
  return { ...draft, ...found, matched, edits: new Map() };
}

/** Adapts to another badge's custom fields and export rows. Edits stay. */
export function fittedToBadge(
  file: DraftFile,
  before: Draft,
  draft: Draft,
  reader: Reader,
  kept: Remembered,
): Draft {
  const { guesses } = guessesOf(file, draft, reader, kept);
  const after = { ...draft, guesses, matched: matchedFor(draft, guesses) };
  const { order, options } = after;
  const reading = { order, months: reader.months, attributes: options.attributes };
  const rows = rowsOf(file, after);
  const rowAt = (at: number) => readRow(rows[at]?.cells ?? [], after.matched, reading);
  return { ...after, edits: movedEdits(before, after, rowAt) };
}
