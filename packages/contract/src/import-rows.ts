import { credentialDates } from './dates.ts';
import { type ErrorDetail, unseenFaults } from './errors.ts';
import type { ImportColumns } from './import-header.ts';
import type { importRowWith } from './imports.ts';

/** What is wrong with a row; without a field when it is about the row as a whole. */
export type ImportFault = { field: string; message: string };

// Before what starts a formula, in the full-width form too (OWASP, "CSV Injection").
const guards = /(?<=^|[;\n])'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A cell of a table that left the service, where each formula has a `'` before it, and has come back: as it was. */
export function withoutGuards(cell: string): string {
  return cell.replaceAll(guards, '');
}

export type ImportRowSchema = ReturnType<typeof importRowWith>;
/** How rows are read: where each field stands, and what may stand there. */
export type ImportShape = { columns: ImportColumns; width: number; schema: ImportRowSchema };

type Good = {
  name: string;
  email: string;
  issuedOn: string;
  expires: string | null;
  dates: Exclude<ReturnType<typeof credentialDates>, ErrorDetail[]>;
};

/** A row's fields, or all that is wrong with them. */
export function readImportRow(
  cells: string[],
  { columns, width, schema }: ImportShape,
  now: number,
): Good | ImportFault[] {
  const isTooWide = cells.slice(width).some((cell) => cell.trim() !== '');
  const surplus = { path: '', message: `has ${cells.length} cells, the header has ${width}` };
  const cell = (at: number | undefined): string | undefined =>
    (at === undefined ? '' : withoutGuards(cells[at] ?? '')).trim() || undefined;
  const given = {
    name: [cell(columns.name), cell(columns.lastName)].filter(Boolean).join(' ') || undefined,
    email: cell(columns.email),
    issuedOn: cell(columns.issuedOn),
    expires: cell(columns.expires),
  };
  const parsed = schema.safeParse(given);
  const dates = credentialDates(given.issuedOn ?? '', given.expires, now);
  const wrongDates = Array.isArray(dates) ? dates : [];
  if (parsed.success && !Array.isArray(dates) && !isTooWide)
    return { ...parsed.data, expires: parsed.data.expires ?? null, dates };
  const issues = parsed.error?.issues ?? [];
  const named = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return [...(isTooWide ? [surplus] : []), ...named, ...unseenFaults(named, wrongDates)].map(
    ({ path, message }) => ({ field: path, message }),
  );
}
