import {
  type CorrectionRow,
  type CorrectionRowContext,
  type ImportRowError,
  readCorrectionRow,
  readDate,
} from '@insignia/contract';
import {
  type CorrectableCredential,
  type CorrectableValues,
  type Correction,
  type CredentialChange,
  decideCorrection,
  formatCorrectableValues,
} from '../credentials/index.ts';
import { createInvalidRow, type InvalidRow } from './check-rows.ts';
import type { SkippedRow } from './rows-store.ts';
import { listRowNumbers, type RowBatch, type ShownCorrection } from './rules.ts';

type ParsedRow = { row: number; cells: string[]; correction: CorrectionRow };
export type ParsedRows = { parsed: ParsedRow[]; bad: InvalidRow[] };

/** Separates rows that name a credential from those with errors that are known without it. */
export function parseCorrections(chunk: RowBatch, shape: CorrectionRowContext): ParsedRows {
  const { rows, firstRows } = chunk;
  const numbers = listRowNumbers(chunk);
  const result: ParsedRows = { parsed: [], bad: [] };
  for (const [at, cells] of rows.entries()) {
    const row = numbers[at] ?? 0;
    const first = firstRows?.[at];
    const read = first
      ? [{ field: 'id', message: `is the same as in row ${first}` }]
      : readCorrectionRow(cells, shape);
    if (Array.isArray(read)) result.bad.push(createInvalidRow({ row, cells }, read, shape.columns));
    else result.parsed.push({ row, cells, correction: read });
  }
  return result;
}

type DecidedRow = { row: number; credential: CorrectableCredential } & Correction;
export type DecidedRows = {
  corrections: DecidedRow[];
  bad: InvalidRow[];
  /** Rows whose values the credential has already. */
  unchanged: SkippedRow[];
};

/** Decides each row by its credential. `credentials` are those of the account. */
export function decideCorrections(
  { parsed, bad }: ParsedRows,
  credentials: readonly CorrectableCredential[],
  { badgeId, columns, now }: { badgeId: string; now: Date } & Pick<CorrectionRowContext, 'columns'>,
): DecidedRows {
  const byId = new Map(credentials.map((credential) => [credential.id, credential]));
  const result: DecidedRows = { corrections: [], bad: [...bad], unchanged: [] };
  for (const { row, cells, correction: wanted } of parsed) {
    const credential = byId.get(wanted.id);
    const decision = decideRow(credential, wanted, badgeId, now);
    if (Array.isArray(decision) || !credential)
      result.bad.push(createInvalidRow({ row, cells }, decision as ImportRowError[], columns));
    else if (decision.changes.length === 0)
      result.unchanged.push({ row, reason: 'unchanged', duplicateOf: null });
    else result.corrections.push({ row, credential, ...decision });
  }
  return result;
}

function decideRow(
  credential: CorrectableCredential | undefined,
  wanted: CorrectionRow,
  badgeId: string,
  now: Date,
): Correction | ImportRowError[] {
  const refuse = (message: string): ImportRowError[] => [{ field: 'id', message }];
  if (!credential)
    return refuse("must be a credential of this account. Erased credentials can't be corrected");
  if (credential.badgeId !== badgeId) return refuse('is a credential of another badge');
  if (credential.revokedAt) return refuse("is a revoked credential, which can't be corrected");
  const decision = decideCorrection(
    ...[credential, toChange(wanted, credential), credential.defined ?? [], now],
  );
  if (!Array.isArray(decision)) return decision;
  return decision.map(({ path, message }) => ({ field: path, message }));
}

/**
 * A change in the form of requests. Spreadsheets cut the time off a moment, so the same day isn't a
 * change. Custom fields without a column or value stay.
 */
function toChange(
  { name, email, issuedOn, expires, narrative, evidence, attributes }: CorrectionRow,
  before: CorrectableValues,
): CredentialChange {
  const { attributes: values = {} } = formatCorrectableValues(before);
  const change: CredentialChange = { recipient: { name, email }, narrative, evidence };
  if (issuedOn !== undefined && !isSameDay(issuedOn, before.issuedOn)) change.issuedOn = issuedOn;
  if (expires !== undefined && !isSameDay(expires, before.expires)) change.expires = expires;
  if (attributes)
    change.attributes = { ...(values as Record<string, string | number> | null), ...attributes };
  return change;
}

function isSameDay(text: string, before: Date | null): boolean {
  const date = readDate(text);
  return date?.isBareDate === true && before?.toISOString().slice(0, 10) === text;
}

const MAX_SHOWN_LENGTH = 300;

export function describeCorrection({ row, credential, changes }: DecidedRow): ShownCorrection {
  return {
    row,
    id: credential.id,
    name: credential.name,
    changes: changes.flatMap(({ field, before, after }) => {
      if (field !== 'attributes') return [{ field, before: toText(before), after: toText(after) }];
      const [earlier, later] = [toRecord(before), toRecord(after)];
      return [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
        .filter((name) => earlier[name] !== later[name])
        .map((name) => ({
          field: `attributes.${name}`,
          ...{ before: toText(earlier[name]), after: toText(later[name]) },
        }));
    }),
  };
}

const toRecord = (value: unknown): Record<string, unknown> =>
  (value ?? {}) as Record<string, unknown>;

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = Array.isArray(value) ? value.map(({ id }) => id ?? '').join(' ') : String(value);
  return text.length > MAX_SHOWN_LENGTH
    ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
    : text;
}
