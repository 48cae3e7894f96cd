import { credentialDates, type ErrorDetail, errors, type importRowWith } from '@insignia/contract';
import { withoutGuards } from '../../kernel/csv.ts';
import { unseenFaults } from '../../kernel/problem.ts';

/** Where each field stands in a row; a full name may come in two parts. */
export type Columns = {
  name: number;
  lastName?: number | undefined;
  email: number;
  issuedOn: number;
  expires?: number | undefined;
};

// Letters and digits of what people call their columns.
const names: Record<
  'name' | 'firstName' | 'lastName' | 'email' | 'issuedOn' | 'expires',
  string[]
> = {
  name: [
    'name',
    'fullname',
    'recipient',
    'recipientname',
    'recipientfullname',
    'participant',
    'student',
    'studentname',
    'displayname',
  ],
  firstName: ['firstname', 'givenname', 'forename'],
  lastName: ['lastname', 'surname', 'familyname'],
  email: ['email', 'mail', 'emailaddress', 'recipientemail', 'recipientemailaddress', 'eaddress'],
  issuedOn: [
    'issuedon',
    'issued',
    'issuedate',
    'issueddate',
    'dateissued',
    'dateofissue',
    'issueon',
    'date',
    'awardedon',
    'completedon',
  ],
  expires: [
    'expires',
    'expireson',
    'expiry',
    'expirydate',
    'expirationdate',
    'expiration',
    'validuntil',
    'dateofexpiry',
  ],
};
type Field = keyof typeof names;

const bareName = (cell: string): string => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many of the header's cells are columns that we know. */
export function knownColumns(header: string[]): number {
  const known = Object.values(names).flat();
  return header.filter((cell) => known.includes(bareName(cell))).length;
}

/** Where each field's columns stand. */
function locate(header: string[]): Map<Field, number[]> {
  const cells = header.map(bareName);
  const found = Object.entries(names).map(([field, known]): [Field, number[]] => [
    field as Field,
    cells.flatMap((cell, at) => (known.includes(cell) ? [at] : [])),
  ]);
  return new Map(found.filter(([, columns]) => columns.length > 0));
}

/** Reads the header; what it lacks or has twice is said in one message. */
export function readHeader(header: string[]): Columns | { fault: string } {
  const found = locate(header);
  const twice = [...found].find(([, columns]) => columns.length > 1);
  if (twice) return { fault: `has the column ${twice[0]} twice in its header` };
  const at = (field: Field): number | undefined => found.get(field)?.[0];
  const [whole, email, issuedOn] = [at('name'), at('email'), at('issuedOn')];
  const name = whole ?? at('firstName');
  if (name === undefined || email === undefined || issuedOn === undefined) {
    const missing = Object.entries({ name, email, issuedOn })
      .filter(([, column]) => column === undefined)
      .map(([field]) => field);
    return {
      fault: `must have a header with the columns name, email, issuedOn and, if wanted, expires: there is no ${missing.join(', ')}`,
    };
  }
  const lastName = whole === undefined ? at('lastName') : undefined;
  return { name, lastName, email, issuedOn, expires: at('expires') };
}

/** A row of the file, numbered as a spreadsheet does. */
export type Row = { cells: string[]; number: number };

/** Rows that wait, with their numbers in the file. */
export type Chunk = { firstRow: number; rows: string[][]; numbers: number[] | null };

/** A version that did not count blank rows wrote no numbers. */
export function numbersOf({ firstRow, rows, numbers }: Chunk): number[] {
  return numbers ?? rows.map((_, at) => firstRow + at + 1);
}

export type Fault = { field: string; message: string };
/** Of a row for which the quota had no room. */
export const quotaFault: Fault = { field: '', message: errors.quota_reached.text };

export type RowSchema = ReturnType<typeof importRowWith>;
/** How rows are read: where each field stands, and what may stand there. */
export type Shape = { columns: Columns; width: number; schema: RowSchema };

type Good = {
  name: string;
  email: string;
  issuedOn: string;
  expires: string | null;
  dates: Exclude<ReturnType<typeof credentialDates>, ErrorDetail[]>;
};

/** A row's fields, or all that is wrong with them. */
export function readRow(
  cells: string[],
  { columns, width, schema }: Shape,
  now: number,
): Good | Fault[] {
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

const endsInside = /[\p{L}\p{N}._%+-]'?$/u;
const goesOn = /^\.?[\p{L}\p{N}-]/u;

/** Whether a row of a file has this address in some cell, alone or among other words, and not as a part of a longer one. */
export function namesAddress(cells: string[], address: string): boolean {
  const wanted = address.toLowerCase();
  return cells.some((cell) => {
    const around = cell.toLowerCase().split(wanted);
    return around.slice(1).some((after, at) => {
      const before = around[at]?.slice(-4) ?? '';
      return !endsInside.test(before) && !goesOn.test(after);
    });
  });
}

export type Status = 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
const ended: Status[] = ['completed', 'failed', 'cancelled'];

export function isOver(status: Status): boolean {
  return ended.includes(status);
}

/** Files and the rows that failed are personal data of many: they go after 7 days. */
export const keptMs = 7 * 86_400_000;

/** What an order makes of an import; the same order again changes nothing. */
export function decide(
  order: 'pause' | 'resume' | 'cancel',
  status: Status,
): { refuse: 'import_finished' } | { status: Status; starts?: true } {
  if (order === 'cancel' && status === 'cancelled') return { status };
  if (isOver(status)) return { refuse: 'import_finished' };
  if (order === 'pause') return { status: 'paused' };
  if (order === 'cancel') return { status: 'cancelled' };
  return status === 'paused' ? { status: 'queued', starts: true } : { status };
}
