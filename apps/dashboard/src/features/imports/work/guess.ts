import {
  guessColumns,
  guessDateOrder,
  limitToAttributes,
  type RememberedColumns,
  readRow,
} from '@insignia/recipients';
import type { DraftFile, ImportDraft } from './drafts.ts';
import { guessesToColumns, mapColumnsForBadge, moveEdits } from './fit-badge.ts';
import { getDataRows, getHeader } from './view.ts';

/** Languages of month names. */
type DateLanguage = { locales: readonly string[]; months: ReadonlyMap<string, number> };

const MAX_SAMPLED_ROWS = 500;

function computeGuesses(
  file: DraftFile,
  draft: ImportDraft,
  { locales, months }: DateLanguage,
  kept: RememberedColumns,
) {
  const cells = getDataRows(file, draft)
    .slice(0, MAX_SAMPLED_ROWS)
    .map((row) => row.cells);
  const { order, isCertain } = guessDateOrder(cells.flat(), locales[0] ?? 'en');
  const { attributes } = draft.options;
  const known = { remembered: kept, order, months, attributes };
  const guesses = guessColumns(getHeader(file, draft), cells, known);
  return { order, isOrderCertain: isCertain, guesses };
}

/** The draft with guessed columns and no edits. */
export function applyGuesses(
  file: DraftFile,
  draft: ImportDraft,
  reader: DateLanguage,
  kept: RememberedColumns,
): ImportDraft {
  const found = computeGuesses(file, draft, reader, kept);
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
  kept: RememberedColumns,
): ImportDraft {
  const { guesses } = computeGuesses(file, draft, reader, kept);
  const after = { ...draft, guesses, matched: mapColumnsForBadge(draft, guesses) };
  const { order, options } = after;
  const reading = { order, months: reader.months, attributes: options.attributes };
  const rows = getDataRows(file, after);
  const rowAt = (at: number) => readRow(rows[at]?.cells ?? [], after.matched, reading);
  return { ...after, edits: moveEdits(before, after, rowAt) };
}
