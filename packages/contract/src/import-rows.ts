import { fold } from './addresses.ts';
import {
  type AttributeDefinition,
  areErrorDetails,
  attributeLimits,
  readAttributes,
} from './attributes.ts';
import { type CredentialDetails, credentialDetails, type Evidence } from './award-details.ts';
import { credentialDates, describeDateError, readDate } from './dates.ts';
import { type ErrorDetail, filterNewErrors } from './errors.ts';
import { ABSENT, type ImportColumns, parseCredentialId } from './import-header.ts';
import type { createCorrectionRowSchema, createImportRowSchema } from './imports.ts';

/** An error in a row. `field` is empty if the error concerns the whole row. */
export type ImportRowError = { field: string; message: string };

// Position before a formula character, including full-width forms (OWASP, "CSV Injection").
const guards = /(?<=^|[;\n])'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Removes the `'` that exports put before formulas, so that a round trip preserves cells. */
export function removeFormulaGuards(cell: string): string {
  return cell.replaceAll(guards, '');
}

/** Name of the recipient in a row, joined from its columns. Empty if the row has none. */
export function readRowName(
  cells: readonly string[],
  { name, middleNames = [], lastName }: Pick<ImportColumns, 'name' | 'middleNames' | 'lastName'>,
): string {
  return [name, ...middleNames, lastName]
    .map((at) => readCell(cells, at))
    .filter(Boolean)
    .join(' ');
}

function readCell(cells: readonly string[], at: number | undefined): string | undefined {
  return (at === undefined ? '' : removeFormulaGuards(cells[at] ?? '')).trim() || undefined;
}

export type ImportRowSchema = ReturnType<typeof createImportRowSchema>;
export type ImportRowContext = {
  columns: ImportColumns;
  width: number;
  schema: ImportRowSchema;
  /** Attributes that the badge defines. */
  attributes: AttributeDefinition[];
};

type ValidImportRow = {
  name: string;
  email: string;
  issuedOn: string;
  expires: string | null;
  dates: Exclude<ReturnType<typeof credentialDates>, ErrorDetail[]>;
  details: CredentialDetails | null;
};

/** Returns the row's fields, or all errors. */
export function readImportRow(
  cells: string[],
  { columns, width, schema, attributes: defined }: ImportRowContext,
  now: number,
): ValidImportRow | ImportRowError[] {
  const surplus = findSurplus(cells, width);
  const row = readFields(cells, columns, defined);
  const parsed = schema.safeParse(row);
  const dates = credentialDates(row.issuedOn ?? '', row.expires, now);
  const wrongDates = Array.isArray(dates) ? dates : [];
  const values = parsed.success ? parsed.data.attributes : row.attributes;
  const attributes = readAttributes(values ?? {}, defined);
  const wrongValues = areErrorDetails(attributes) ? attributes : [];
  if (
    parsed.success &&
    !Array.isArray(dates) &&
    !areErrorDetails(attributes) &&
    surplus.length === 0
  ) {
    const { name, email, issuedOn, expires = null } = parsed.data;
    return {
      name,
      email,
      issuedOn,
      expires,
      dates,
      details: credentialDetails(parsed.data, attributes),
    };
  }
  const noEvidence = findEvidenceError(row.evidence);
  // If a cell could not be parsed, the schema would report several errors for it.
  const issues = (parsed.error?.issues ?? []).filter(
    ({ path }) => !noEvidence || path[0] !== 'evidence',
  );
  const named = [
    ...issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    ...(noEvidence ? [{ path: 'evidence', message: noEvidence }] : []),
  ];
  const others = [...named, ...filterNewErrors(named, [...wrongDates, ...wrongValues])];
  return [...surplus, ...others.map(({ path, message }) => ({ field: path, message }))];
}

export type CorrectionRowContext = Omit<ImportRowContext, 'schema'> & {
  schema: ReturnType<typeof createCorrectionRowSchema>;
};

/** An empty cell leaves the value unchanged. */
export type CorrectionRow = {
  /** The credential's, in lower case. */
  id: string;
  name?: string | undefined;
  email?: string | undefined;
  issuedOn?: string | undefined;
  expires?: string | undefined;
  narrative?: string | undefined;
  evidence?: Evidence[] | undefined;
  attributes?: Record<string, string | number> | undefined;
};

/**
 * Returns the correction in a row, or all errors that are known without the credential. Values of
 * attributes and the order of the dates depend on it.
 */
export function readCorrectionRow(
  cells: string[],
  { columns, width, schema, attributes: defined }: CorrectionRowContext,
): CorrectionRow | ImportRowError[] {
  const typedId = readCell(cells, columns.id);
  const id = parseCredentialId(typedId ?? '');
  const row = readFields(cells, columns, defined);
  if (columns.name === ABSENT) row.name = undefined;
  const parsed = schema.safeParse(row);
  const badEvidence = findEvidenceError(row.evidence);
  const errors: ImportRowError[] = [
    ...(id ? [] : [{ field: 'id', message: typedId ? NOT_AN_ID : 'is required' }]),
    ...findSurplus(cells, width),
    ...(badEvidence ? [{ field: 'evidence', message: badEvidence }] : []),
    ...(parsed.error?.issues ?? [])
      // If a cell could not be parsed, the schema would report several errors for it.
      .filter(({ path }) => !badEvidence || path[0] !== 'evidence')
      .map(({ path, message }) => ({ field: path.join('.'), message })),
    ...(['issuedOn', 'expires'] as const).flatMap((field) => {
      const date = row[field];
      if (date === undefined || readDate(date)) return [];
      return [{ field, message: describeDateError(date) }];
    }),
  ];
  return id && parsed.success && errors.length === 0 ? { id, ...parsed.data } : errors;
}

const NOT_AN_ID = 'must be the ID or URL of a credential';

function findSurplus(cells: string[], width: number): ImportRowError[] {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return [];
  return [{ field: '', message: `has ${cells.length} cells, but the header has ${width}` }];
}

function readFields(
  cells: string[],
  columns: ImportColumns,
  defined: readonly AttributeDefinition[],
) {
  const cell = (at: number | undefined): string | undefined => readCell(cells, at);
  return {
    name: readRowName(cells, columns) || undefined,
    email: cell(columns.email),
    issuedOn: cell(columns.issuedOn),
    expires: cell(columns.expires),
    narrative: cell(columns.narrative),
    evidence: parseEvidence(cell(columns.evidence)),
    attributes: parseAttributes(columns, cell, defined),
  };
}

/**
 * Accepts URLs separated by spaces or line breaks, or JSON as in requests. Returns other text
 * unchanged.
 */
function parseEvidence(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  // People also separate links by commas.
  const links = text.split(/[,;]?\s+/);
  // The schema reports errors in each link.
  if (links.every((link) => /^https?:\/\//i.test(link))) return links.map((id) => ({ id }));
  try {
    return text.startsWith('[') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

function findEvidenceError(row: unknown): string | undefined {
  if (typeof row !== 'string') return undefined;
  return row.startsWith('[')
    ? "isn't a valid JSON list. Check brackets and quotes"
    : 'must be links that start with http:// or https://, or a JSON list';
}

function parseAttributes(
  { attributes = [], allAttributes }: ImportColumns,
  cell: (at: number | undefined) => string | undefined,
  defined: readonly AttributeDefinition[],
): Record<string, string> | undefined {
  const row = attributes.flatMap(({ name, at }) => {
    const value = cell(at);
    return value === undefined ? [] : [[name, value] as const];
  });
  row.push(...parseCustomFields(cell(allAttributes), defined));
  return row.length > 0 ? Object.fromEntries(row) : undefined;
}

/** NFC shortens a text to a quarter at most. */
const MAX_NAME_LENGTH = attributeLimits.name * 4;

/**
 * Keeps the attributes of an export that the badge defines. Invalid JSON counts as an unknown
 * attribute.
 */
function parseCustomFields(text: string | undefined, defined: readonly AttributeDefinition[]) {
  if (text === undefined) return [];
  const known = new Set(defined.map(({ name }) => fold(name)));
  const isKnown = (name: string) => name.length <= MAX_NAME_LENGTH && known.has(fold(name));
  try {
    const all = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return all.flatMap(([name, value]) => (isKnown(name) ? [[name, String(value)] as const] : []));
  } catch {
    return [['attributes', text] as const];
  }
}
