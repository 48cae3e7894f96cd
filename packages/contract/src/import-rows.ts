import {
  type AttributeDefinition,
  areFaults,
  attributeLimits,
  readAttributes,
} from './attributes.ts';
import { type CredentialDetails, credentialDetails } from './award-details.ts';
import { credentialDates } from './dates.ts';
import { type ErrorDetail, unseenFaults } from './errors.ts';
import { fold } from './fold.ts';
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
export type ImportShape = {
  columns: ImportColumns;
  width: number;
  schema: ImportRowSchema;
  /** Those of the badge. */
  attributes: AttributeDefinition[];
};

type Good = {
  name: string;
  email: string;
  issuedOn: string;
  expires: string | null;
  dates: Exclude<ReturnType<typeof credentialDates>, ErrorDetail[]>;
  details: CredentialDetails | null;
};

/** A row's fields, or all that is wrong with them. */
export function readImportRow(
  cells: string[],
  { columns, width, schema, attributes: defined }: ImportShape,
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
    narrative: cell(columns.narrative),
    evidence: evidenceIn(cell(columns.evidence)),
    attributes: attributesIn(columns, cell, defined),
  };
  const parsed = schema.safeParse(given);
  const dates = credentialDates(given.issuedOn ?? '', given.expires, now);
  const wrongDates = Array.isArray(dates) ? dates : [];
  const values = parsed.success ? parsed.data.attributes : given.attributes;
  const attributes = readAttributes(values ?? {}, defined);
  const wrongValues = areFaults(attributes) ? attributes : [];
  if (parsed.success && !Array.isArray(dates) && !areFaults(attributes) && !isTooWide) {
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
  const noEvidence = evidenceFault(given.evidence);
  // Of a cell that stayed text the schema would say several things, as of a list.
  const issues = (parsed.error?.issues ?? []).filter(
    ({ path }) => !noEvidence || path[0] !== 'evidence',
  );
  const named = [
    ...issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    ...(noEvidence ? [{ path: 'evidence', message: noEvidence }] : []),
  ];
  return [
    ...(isTooWide ? [surplus] : []),
    ...named,
    ...unseenFaults(named, [...wrongDates, ...wrongValues]),
  ].map(({ path, message }) => ({ field: path, message }));
}

/** URLs with spaces or lines between them, or JSON as requests have it; what is neither stays the text that it is. */
function evidenceIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  // Commas too, as people write them.
  const links = text.split(/[,;]?\s+/);
  // What is wrong with a link itself the schema says.
  if (links.every((link) => /^https?:\/\//i.test(link))) return links.map((id) => ({ id }));
  try {
    return text.startsWith('[') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** What is wrong with a cell that stayed text. */
function evidenceFault(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  return given.startsWith('[')
    ? 'begins as a JSON list and is none: look at its brackets and quotes'
    : 'must be links that begin with http:// or https://, or a JSON list';
}

function attributesIn(
  { attributes = [], allAttributes }: ImportColumns,
  cell: (at: number | undefined) => string | undefined,
  defined: readonly AttributeDefinition[],
): Record<string, string> | undefined {
  const given = attributes.flatMap(({ name, at }) => {
    const value = cell(at);
    return value === undefined ? [] : [[name, value] as const];
  });
  given.push(...ownIn(cell(allAttributes), defined));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** NFC leaves at least a quarter of a text's length. */
const longestName = attributeLimits.name * 4;

/** Of an export's attributes those that the badge has; what is no JSON is told as one that it has not. */
function ownIn(text: string | undefined, defined: readonly AttributeDefinition[]) {
  if (text === undefined) return [];
  const known = new Set(defined.map(({ name }) => fold(name)));
  const isKnown = (name: string) => name.length <= longestName && known.has(fold(name));
  try {
    const all = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return all.flatMap(([name, value]) => (isKnown(name) ? [[name, String(value)] as const] : []));
  } catch {
    return [['attributes', text] as const];
  }
}
