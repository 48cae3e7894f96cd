import {
  createExportRowFilter,
  type ExportSkipReason,
  headerSearchRows,
  isExport,
} from '@insignia/contract';
import {
  dateOrders,
  describeSource,
  type FileFormat,
  findCredentialIds,
  listFields,
  listMonthNames,
  listSources,
  parseDate,
  type RecipientField,
  type RecipientFile,
  type RowCounts,
} from '@insignia/recipients';
import type { DraftFile, ImportDraft } from './drafts.ts';

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;
const MAX_EXAMPLES = 3;

/** Facts about the file and its columns. */
export type FileSummary = {
  understood: FileFormat;
  /** The encoding can be changed. */
  isDecodable: boolean;
  sheets: { name: string; rows: number }[];
  header: string[];
  /** Rows that may be the header. */
  headerRows: { at: number; number: number; text: string }[];
  /** First cells of each column. */
  samples: string[][];
  /** Repeated column names. */
  duplicates: string[];
  /** Sample dates and how they are read. */
  dates: { from: string; to: string | undefined }[];
  /** Some dates depend on the order of day and month. */
  hasNumericDates: boolean;
  rows: number;
  /** Fields of each row. */
  fields: RecipientField[];
  /** Column with ids of credentials, by which rows can correct them. */
  idColumn: number | undefined;
  /** Rows of an export that are skipped, by reason. */
  leftOut: Readonly<Record<ExportSkipReason, number>>;
};

/** Everything the screens show about a draft. */
export type DraftView = Omit<ImportDraft, 'edits'> &
  FileSummary & { isEdited: boolean; counts: RowCounts | undefined };

/** True if rows correct credentials instead of issuing. */
export const isCorrection = ({ matched }: Pick<ImportDraft, 'matched'>): boolean =>
  matched.columns.id !== undefined;

export const getDataRows = (
  { sheets }: RecipientFile,
  { sheet, firstRow, hasHeader }: ImportDraft,
) => (sheets[sheet]?.rows ?? []).slice(firstRow + (hasHeader ? 1 : 0));

export function getHeader(
  { sheets }: RecipientFile,
  { sheet, firstRow, hasHeader }: ImportDraft,
): string[] {
  const rows = (sheets[sheet]?.rows ?? []).slice(firstRow);
  const widest = rows.reduce((longest, { cells }) => Math.max(longest, cells.length), 0);
  const first = hasHeader ? (rows[0]?.cells ?? []) : [];
  return Array.from({ length: widest }, (_, at) => (first[at] ?? '').trim());
}

const short = (text: string): string =>
  text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text;

const summarizeRow = (cells: readonly string[]): string =>
  short(
    cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(', '),
  );

function datesIn(file: RecipientFile, draft: ImportDraft, locales: readonly string[]) {
  const { attributes } = draft.options;
  const columns = listSources(attributes)
    .filter((source) => describeSource(source, attributes).kind === 'date')
    .flatMap((source) => draft.matched.columns[source] ?? []);
  const cells = columns.flatMap((column) =>
    getDataRows(file, draft).map((row) => (row.cells[column] ?? '').trim()),
  );
  const other = [...new Set(cells.filter(Boolean))].filter(
    (cell) => !/^\d{4}-\d{2}-\d{2}/.test(cell),
  );
  const months = listMonthNames(locales);
  const read = (cell: string, order = draft.order) => parseDate(cell, order, months);
  const dates = other.slice(0, MAX_EXAMPLES).map((cell) => ({ from: short(cell), to: read(cell) }));
  const isNumeric = (cell: string) =>
    new Set(dateOrders.map((order) => read(cell, order))).size > 1;
  return { dates, hasNumericDates: other.some(isNumeric) };
}

export function summarizeFile(
  file: DraftFile,
  draft: ImportDraft,
  locales: readonly string[],
): FileSummary {
  const rows = getDataRows(file, draft);
  const header = getHeader(file, draft);
  const names = header.filter(Boolean);
  return {
    understood: file.understood,
    isDecodable: file.bytes !== undefined,
    sheets: file.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows.length })),
    header,
    headerRows: (file.sheets[draft.sheet]?.rows ?? [])
      .slice(0, headerSearchRows)
      .map(({ number, cells }, at) => ({ at, number, text: summarizeRow(cells) })),
    samples: header.map((_, column) => collectSamples(rows, column)),
    duplicates: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
    ...datesIn(file, draft, locales),
    rows: rows.length,
    fields: listFields(draft.matched, draft.options.attributes),
    idColumn: findCredentialIds(
      header,
      rows.map(({ cells }) => cells),
    ),
    leftOut: countLeftOut(findSkippedRows(file, draft)),
  };
}

export function findSkippedRows(
  file: RecipientFile,
  draft: ImportDraft,
): (ExportSkipReason | undefined)[] {
  const rows = getDataRows(file, draft).map(({ cells }) => cells);
  if (!draft.hasHeader || !isExport(getHeader(file, draft))) return rows.map(() => undefined);
  return rows.map(createExportRowFilter(rows, draft.options.badgeId));
}

function countLeftOut(
  why: readonly (ExportSkipReason | undefined)[],
): Record<ExportSkipReason, number> {
  const count = (reason: ExportSkipReason) => why.filter((each) => each === reason).length;
  return { otherBadge: count('otherBadge'), revoked: count('revoked') };
}

function collectSamples(rows: ReturnType<typeof getDataRows>, column: number): string[] {
  const cells = new Set<string>();
  for (const row of rows) {
    const cell = (row.cells[column] ?? '').trim();
    if (cell) cells.add(short(cell));
    if (cells.size === MAX_SAMPLES) break;
  }
  return [...cells];
}
