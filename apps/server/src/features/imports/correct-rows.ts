import {
  type CorrectionRow,
  type CorrectionRowContext,
  type ImportRowError,
  readCorrectionRow,
  readDate,
} from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import {
  type CorrectableCredential,
  type CorrectableValues,
  type Correction,
  type CredentialChange,
  decideCorrection,
  findUnmailable,
  formatCorrectableValues,
  readBadgeAttributes,
  readToCorrect,
} from '../credentials/index.ts';
import { createInvalidRow, type InvalidRow } from './check-rows.ts';
import { findNextRowBatch, insertErrors, insertProcessed, type SkippedRow } from './rows-store.ts';
import { listRowNumbers, mailLimitError, type RowBatch, type ShownCorrection } from './rules.ts';
import {
  addImportCounts,
  type ImportJob,
  setImportStatus,
  storeShownCorrections,
} from './store.ts';

type ParsedRow = { row: number; cells: string[]; correction: CorrectionRow };
export type ParsedRows = { parsed: ParsedRow[]; invalid: InvalidRow[] };

/** Separates rows that name a credential from those with errors that are known without it. */
export function parseCorrections(batch: RowBatch, shape: CorrectionRowContext): ParsedRows {
  const { rows, firstRows } = batch;
  const numbers = listRowNumbers(batch);
  const result: ParsedRows = { parsed: [], invalid: [] };
  for (const [at, cells] of rows.entries()) {
    const row = numbers[at] ?? 0;
    const first = firstRows?.[at];
    const read = first
      ? [{ field: 'id', message: `is the same as in row ${first}` }]
      : readCorrectionRow(cells, shape);
    if (Array.isArray(read))
      result.invalid.push(createInvalidRow({ row, cells }, read, shape.columns));
    else result.parsed.push({ row, cells, correction: read });
  }
  return result;
}

type DecidedRow = { row: number; cells: string[]; credential: CorrectableCredential } & Correction;
export type DecidedRows = {
  corrections: DecidedRow[];
  invalid: InvalidRow[];
  /** Rows whose values the credential has already. */
  unchanged: SkippedRow[];
};

/** Decides each row by its credential. `credentials` are those of the account. */
export function decideCorrections(
  { parsed, invalid }: ParsedRows,
  credentials: readonly CorrectableCredential[],
  { badgeId, columns, now }: { badgeId: string; now: Date } & Pick<CorrectionRowContext, 'columns'>,
): DecidedRows {
  const byId = new Map(credentials.map((credential) => [credential.id, credential]));
  const result: DecidedRows = { corrections: [], invalid: [...invalid], unchanged: [] };
  for (const { row, cells, correction: requested } of parsed) {
    const credential = byId.get(requested.id);
    const decision = decideRow(credential, requested, badgeId, now);
    if (Array.isArray(decision) || !credential)
      result.invalid.push(createInvalidRow({ row, cells }, decision as ImportRowError[], columns));
    else if (decision.changes.length === 0)
      result.unchanged.push({ row, reason: 'unchanged', duplicateOf: null });
    else result.corrections.push({ row, cells, credential, ...decision });
  }
  return result;
}

type MailLimit = {
  accountId: string;
  columns: CorrectionRowContext['columns'];
  /** Counts as many emails as the account may send today. Returns how many. */
  take: (count: number) => Promise<number>;
};

/** Refuses rows whose email is beyond the limit of the day. Those who get no email don't count. */
export async function limitMails(
  trx: Trx,
  { corrections, invalid, unchanged }: DecidedRows,
  { accountId, columns, take }: MailLimit,
): Promise<DecidedRows> {
  const addresses = corrections.map(({ after: { email } }) => email);
  const unmailable = await findUnmailable(trx, accountId, addresses);
  const mailed = corrections.filter((_, at) => !unmailable.has(at));
  const over = new Set(mailed.slice(mailed.length > 0 ? await take(mailed.length) : 0));
  const refused = [...over].map((each) => createInvalidRow(each, [mailLimitError], columns));
  return {
    corrections: corrections.filter((each) => !over.has(each)),
    invalid: [...invalid, ...refused],
    unchanged,
  };
}

function decideRow(
  credential: CorrectableCredential | undefined,
  requested: CorrectionRow,
  badgeId: string,
  now: Date,
): Correction | ImportRowError[] {
  const refuse = (message: string): ImportRowError[] => [{ field: 'id', message }];
  if (!credential)
    return refuse("must be a credential of this account. Erased credentials can't be corrected");
  if (credential.badgeId !== badgeId) return refuse('is a credential of another badge');
  if (credential.revokedAt) return refuse("is a revoked credential, which can't be corrected");
  const decision = decideCorrection(
    ...[credential, toChange(requested, credential), credential.defined ?? [], now],
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

function describeCorrection({ row, credential, changes }: DecidedRow): ShownCorrection {
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

const MAX_SHOWN = 1_000;
/** A badge may have many custom fields, and each may be long. */
const MAX_SHOWN_CHARACTERS = 512 * 1024;

/** Checks corrections without making them, and stores what they would change. */
export async function dryRunCorrections(
  trx: Trx,
  work: ImportJob,
  schema: CorrectionRowContext['schema'],
  now: Date,
): Promise<void> {
  const { defined: attributes } = await readBadgeAttributes(trx, work);
  const { id, accountId, badgeId, columns } = work;
  const shown: ShownCorrection[] = [];
  let charactersLeft = MAX_SHOWN_CHARACTERS;
  const counts = { issued: 0, failed: 0, skipped: 0 };
  let after = 0;
  let unreachable = 0;
  for (;;) {
    const batch = await findNextRowBatch(trx, id, after);
    if (!batch) break;
    after = batch.firstRow;
    const rows = parseCorrections(batch, { ...work, schema, attributes });
    const ids = rows.parsed.map(({ correction }) => correction.id);
    const credentials = await readToCorrect(trx, accountId, ids);
    const decided = decideCorrections(rows, credentials, { badgeId, columns, now });
    await insertErrors(trx, work, decided.invalid);
    for (const correction of decided.corrections.slice(0, MAX_SHOWN - shown.length)) {
      const described = describeCorrection(correction);
      charactersLeft -= JSON.stringify(described).length;
      if (charactersLeft > 0) shown.push(described);
    }
    const addresses = decided.corrections.map(({ after: { email } }) => email);
    unreachable += (await findUnmailable(trx, accountId, addresses)).size;
    counts.failed += decided.invalid.length;
    counts.skipped += decided.unchanged.length;
    await insertProcessed(trx, id, batch, { skipped: decided.unchanged });
  }
  await storeShownCorrections(trx, id, shown, unreachable);
  await addImportCounts(trx, id, counts);
  await setImportStatus(trx, id, 'completed', now);
}
