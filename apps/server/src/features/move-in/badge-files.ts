import {
  importLimits,
  MAX_IMPORTED_BYTES,
  migrationLimits,
  normalizeHeader,
} from '@insignia/contract';
import { isJwt } from '@insignia/openbadges/either';
import { invalid } from '../../kernel/problem.ts';
import { createRowsProblem, readRecords } from '../imports/index.ts';
import type { Digester } from '../verifier/index.ts';
import { isLink } from './read-rows.ts';
import { readZip, ZipError } from './read-zip.ts';
import { failRow } from './row-errors.ts';
import type { MovedColumns, MovedRowError } from './rules.ts';
import type { NewRow } from './store.ts';

/** Rows of a file with badges, or with their addresses. */
export type BadgeFile = { header: string[]; columns: MovedColumns; rows: NewRow[] };

/** Cells of a row. The header names the first three, which the repair file repeats. */
export type BadgeCells = [
  /** The address, or the name of the file. */
  label: string,
  /** Typed beside it. Empty if unknown. */
  name: string,
  email: string,
  /** The address, or the document that the file contains. */
  text: string,
  /** Email addresses that the document names in an encoded form, for erasing. */
  named: string,
];

type Deps = { digester: Digester; client: string };

const columns: MovedColumns = { url: 0, name: 1, email: 2 };
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Time to find the documents in all pictures of a file. */
const READ_MS = 20_000;

/** Reads a ZIP file with badges, one badge, or a list of URLs. Verifies nothing. */
export async function readBadgeFile(deps: Deps, bytes: Buffer): Promise<BadgeFile> {
  if (isZip(bytes)) return readArchive(deps, bytes);
  if (isBadge(bytes)) {
    const row = await readBadge(deps, { label: 'file', name: '', email: '', bytes }, getDeadline());
    return { header: fileHeader, columns, rows: [{ row: 1, ...row }] };
  }
  return readList(bytes);
}

const getDeadline = (): AbortSignal => AbortSignal.timeout(READ_MS);

const fileHeader = ['file', 'name', 'email'];
const listHeader = ['url', 'name', 'email'];

export const isZip = (bytes: Buffer): boolean =>
  ['504b0304', '504b0506'].includes(bytes.toString('hex', 0, 4));
/** PNG, SVG, JSON or JWT. */
const isBadge = (bytes: Buffer): boolean =>
  bytes[0] === 0x89 || /^\s*[<{[]/.test(start(bytes)) || isJwt(bytes.toString('latin1'));
const start = (bytes: Buffer): string => bytes.toString('latin1', 0, 100).replace(/^ï»¿/, '');

type BadgeContent = { label: string; name: string; email: string; bytes: Buffer | undefined };
type ReadBadge = { cells: BadgeCells; errors?: MovedRowError[] };

async function readBadge(
  { digester, client }: Deps,
  { label, name, email, bytes }: BadgeContent,
  signal: AbortSignal,
): Promise<ReadBadge> {
  const fail = (...why: Parameters<typeof failRow>): ReadBadge => ({
    cells: [label, name, email, '', ''],
    ...failRow(...why),
  });
  if (!bytes || bytes.length > MAX_IMPORTED_BYTES)
    return fail('too_large', 'This file is larger than 1 MiB.');
  const isPicture = bytes[0] === 0x89 || /^\s*</.test(start(bytes));
  const found = isPicture ? await digester.readFile(client, bytes, signal) : readText(bytes);
  if ('error' in found) return fail('malformed', `This file can’t be read: ${found.error}.`);
  const text = found.text?.trim() ?? '';
  if (text === '')
    return fail(
      'no_badge',
      'This file contains no badge. It must be a PNG or SVG with a badge baked in, JSON or a JWT.',
    );
  // The database can't store them, and no badge needs them.
  if (text.includes('\0')) return fail('malformed', 'The badge contains control characters.');
  return { cells: [label, name, email, text, listNamed(text)] };
}

function readText(bytes: Buffer): { text: string | undefined } {
  const text = new TextDecoder().decode(bytes).trim();
  return { text: /^[[{]/.test(text) || isJwt(text) || isLink(text) ? text : undefined };
}

const MAX_ADDRESS_LENGTH = 320;

/** Each word once. So the list is shorter than the document. */
function listNamed(text: string): string {
  if (!isJwt(text)) return '';
  const [, payload = ''] = text.split('.');
  const decoded = Buffer.from(payload, 'base64url').toString('utf8').replaceAll('\0', '');
  const words = decoded
    .split(/[\s"'<>():;,\\]+/)
    .filter((word) => word.includes('@') && word.length <= MAX_ADDRESS_LENGTH);
  return [...new Set(words)].join(' ');
}

/** A file in a ZIP file that names recipients. */
const recipientsFile = 'recipients.csv';

/** Files that archivers of operating systems add. */
const isWanted = (path: string): boolean =>
  !path.startsWith('__MACOSX/') && !/(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(path);
const getBaseName = (path: string): string => path.split('/').at(-1) ?? path;
const isRecipients = (path: string): boolean => getBaseName(path).toLowerCase() === recipientsFile;

async function readArchive(deps: Deps, bytes: Buffer): Promise<BadgeFile> {
  const { badges, list } = await unpackFiles(deps, bytes);
  if (badges.length === 0) throw invalid('file', 'contains no badge');
  const recipients = await readRecipients(list);
  const sameNames = Map.groupBy(badges, ({ cells: [label] }) => getBaseName(label));
  const findRecipient = (label: string): Partial<Recipient> => {
    const named = recipients.get(getBaseName(label));
    const isAmbiguous = named && sameNames.get(getBaseName(label))?.length !== 1;
    return recipients.get(label) ?? (isAmbiguous ? { error: ambiguousName } : named) ?? {};
  };
  const rows = badges.map(({ cells: [label, , , ...texts], errors }, at): NewRow => {
    const { name = '', email = '', error } = findRecipient(label);
    const found = error ? [error] : errors;
    return { row: at + 1, cells: [label, name, email, ...texts], ...(found && { errors: found }) };
  });
  return { header: fileHeader, columns, rows };
}

type Archive = { badges: ReadBadge[]; list: Buffer | undefined };

/** Reads files one by one: pictures are much larger than the badges in them. */
async function unpackFiles(deps: Deps, zip: Buffer): Promise<Archive> {
  const signal = getDeadline();
  const limits = {
    files: migrationLimits.files,
    fileBytes: MAX_IMPORTED_BYTES,
    total: MAX_UNPACKED_BYTES,
    isWanted,
  };
  const unpacked: Archive = { badges: [], list: undefined };
  try {
    for await (const { name: path, bytes } of readZip(zip, limits)) {
      const content = { label: toLabel(path), name: '', email: '', bytes };
      if (!isRecipients(path)) unpacked.badges.push(await readBadge(deps, content, signal));
      else if (bytes && !unpacked.list) unpacked.list = bytes;
      else throw new ZipError(`must have at most 1 ${recipientsFile}, of at most 1 MiB`);
    }
  } catch (error) {
    throw error instanceof ZipError ? invalid('file', error.message) : error;
  }
  return unpacked;
}

/** Paths are typed by strangers. macOS decomposes their letters. NFC takes quadratic time in marks of a letter. */
const toLabel = (path: string): string =>
  path
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(-500)
    .toWellFormed()
    .normalize('NFC');

type Recipient = { row: number; name: string; email: string; error?: MovedRowError };

const ambiguousName: MovedRowError = {
  ...{ field: '', reason: 'ambiguous_file' },
  message: `Several files have this name. Write the folder into ${recipientsFile} too.`,
};

const createRepeatedError = (row: number, other: number): MovedRowError => ({
  ...{ field: '', reason: 'ambiguous_file' },
  message: `Rows ${row} and ${other} of ${recipientsFile} name different recipients for this file. Delete the wrong row.`,
});

async function readRecipients(list: Buffer | undefined): Promise<Map<string, Recipient>> {
  if (!list) return new Map();
  const find = (header: string[]) => findColumns(header, 'file filename path');
  const records = await readRecords(list, (header) => Object.keys(find(header)).length);
  const [header, ...rest] = records;
  const at = find(header?.cells ?? []);
  if (at.label === undefined || (at.name === undefined && at.email === undefined))
    throw invalid(
      'file',
      `has a ${recipientsFile} without the columns file and name or email. Its first row is the header`,
    );
  const recipients = new Map<string, Recipient>();
  for (const { cells, number: row } of rest) {
    const read = createCellReader(cells, at);
    const [label, name, email] = [toLabel(read('label')), read('name'), read('email')];
    const first = recipients.get(label);
    if (!first) recipients.set(label, { row, name, email });
    else if (first.name !== name || first.email !== email)
      first.error ??= createRepeatedError(first.row, row);
  }
  return recipients;
}

type Columns = Partial<Record<'label' | 'name' | 'email', number>>;

const words: Record<'name' | 'email', string> = {
  name: 'name fullname recipient recipientname',
  email: 'email emailaddress recipientemail identifier',
};

/** Columns by the first of their names that the header has. */
function findColumns(header: string[], label: string): Columns {
  const names = header.map(normalizeHeader);
  const found: Columns = {};
  for (const [field, known] of Object.entries({ label, ...words })) {
    const at = known
      .split(' ')
      .map((word) => names.indexOf(word))
      .find((each) => each >= 0);
    if (at !== undefined) found[field as keyof Columns] = at;
  }
  return found;
}

function createCellReader(cells: string[], columnsAt: Columns) {
  return (field: keyof Columns): string => {
    const at = columnsAt[field];
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
}

/** A header is optional: without it, the first cell of each row is the address. */
async function readList(bytes: Buffer): Promise<BadgeFile> {
  const find = (header: string[]) =>
    findColumns(header, 'url address link badgeurl assertion assertionurl openbadgeid id');
  const records = await readRecords(bytes, (header) => Object.keys(find(header)).length);
  const [first] = records;
  const isHeader = first !== undefined && !first.cells.some((cell) => isLink(cell.trim()));
  const at: Columns = isHeader ? find(first.cells) : { label: 0, name: 1, email: 2 };
  if (at.label === undefined)
    throw invalid(
      'file',
      'must be a list of URLs, a badge or a ZIP file with badges. The header of a list has the column url',
    );
  const rows = isHeader ? records.slice(1) : records;
  if (rows.length === 0) throw invalid('file', 'has a header but no rows');
  if (rows.length > importLimits.rows) throw createRowsProblem();
  return {
    header: listHeader,
    columns,
    rows: rows.map(({ cells, number: row }) => {
      const read = createCellReader(cells, at);
      const address = read('label');
      const list: BadgeCells = [address, read('name'), read('email'), address, ''];
      if (isLink(address)) return { row, cells: list };
      const errors = [{ field: 'url', message: 'must be an http or https URL' }];
      return { row, cells: list, errors };
    }),
  };
}
