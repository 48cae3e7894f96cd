import {
  attributePrefix,
  createExportRowFilter,
  type createImport as definition,
  describeUnknownAttributes,
  findUnknownAttributes,
  importLimits,
  isExport,
  keepKnownAttributes,
  type OperationQuery,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { BaseUrlRecord } from '../../platform/db/base-url.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAction } from '../audit/index.ts';
import { type CsvFile, readCsvFile } from './read-file.ts';
import {
  deleteExcessErrors,
  insertProcessed,
  insertRowBatch,
  type SkippedRow,
} from './rows-store.ts';
import {
  decideImportStatus,
  findFirstRows,
  type ImportCommand,
  type ImportFileRow,
  MAX_FAILED_BYTES,
  splitIntoBatches,
} from './rules.ts';
import {
  correctKind,
  countOpenImportsOfAccount,
  importKind,
  insertImport,
  lockAndCountOpenImports,
  lockImportBadge,
  lockImportStatus,
  oldestImportId,
  setImportStatus,
} from './store.ts';

export type ImportDeps = {
  db: Database;
  clock: Clock;
  /** Stored with the first credential, because ids contain it. */
  baseUrl: BaseUrlRecord;
};

export async function assertCanImport(db: Database, accountId: string): Promise<void> {
  if ((await countOpenImportsOfAccount(db, accountId)) >= importLimits.open)
    throw new Problem('import_limit_reached');
}

/** Stores the file's rows and the job that issues them, or corrects credentials by them. */
export async function createImport(
  { db, clock, baseUrl }: ImportDeps,
  who: Caller,
  input: OperationQuery<typeof definition>,
  bytes: Buffer,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ importId: string }> & { ignored: string[] }> {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const file = await readCsvFile(bytes, input.onId);
  const { header, rows } = file;
  const { selected, skipped } = selectRows(file, badgeId);
  if (!baseUrl.isStored) await baseUrl.store();
  const id = newId();
  const now = clock();
  let ignored: string[] = [];
  const done = await runIdempotent(db, who.accountId, once, now, async (trx) => {
    const badge = await lockImportBadge(trx, who.accountId, badgeId);
    if (!badge) throw new Problem('badge_not_found');
    if (!badge.verified) throw new Problem('issuer_not_verified');
    const { columns, foreign } = selectColumns(badge.attributes, file);
    ignored = foreign.map((name) => attributePrefix + name);
    if ((await lockAndCountOpenImports(trx, who.accountId)) >= importLimits.open)
      throw new Problem('import_limit_reached');
    const bounds = { oldestId: oldestImportId(now), maxBytes: MAX_FAILED_BYTES };
    await deleteExcessErrors(trx, who.accountId, bounds);
    const choices = {
      dryRun: input.dryRun === 'true',
      sends: input.send === 'true',
      skipsDuplicates: input.onDuplicate === 'skip',
      corrects: columns.id !== undefined,
    };
    const { accountId, personId, keyId = null } = who;
    const row = { id, accountId, badgeId, personId, keyId, ...choices, header, columns, now };
    await insertImport(trx, { ...row, total: rows.length, skipped: skipped.length });
    await insertProcessed(trx, id, { firstRow: 0 }, { skipped });
    let first = 1;
    for (const batch of splitIntoBatches(findFirstRows(selected, columns))) {
      await insertRowBatch(trx, id, first, batch);
      first += batch.length;
    }
    const kind = choices.corrects ? correctKind : importKind;
    await enqueue(trx, kind, { importId: id }, { accountId: who.accountId });
    await recordAction(trx, who, { action: 'createImport', target: id, fields: input }, now);
    return { importId: id };
  });
  return { ...done, ignored };
}

type SelectedRows = { selected: ImportFileRow[]; skipped: SkippedRow[] };
const skipReasons = { otherBadge: 'other_badge', revoked: 'revoked' } as const;

/** Rows of the file; of an export, only unrevoked credentials of the badge. */
function selectRows({ header, rows }: CsvFile, badgeId: string): SelectedRows {
  if (!isExport(header)) return { selected: rows, skipped: [] };
  const cells = rows.map((row) => row.cells);
  const reasons = cells.map(createExportRowFilter(cells, badgeId));
  if (reasons.every((each) => each === 'otherBadge'))
    throw invalid('file', 'is an export that contains several badges, but not this one');
  return {
    selected: rows.filter((_, at) => reasons[at] === undefined),
    skipped: rows.flatMap(({ number: row }, at) => {
      const reason = reasons[at];
      return reason ? [{ row, reason: skipReasons[reason], duplicateOf: null }] : [];
    }),
  };
}

/**
 * Columns to read. Unknown custom fields in an export belong to other badges or earlier versions.
 */
function selectColumns(
  defined: readonly { name: string }[],
  { header, columns }: CsvFile,
): { columns: CsvFile['columns']; foreign: string[] } {
  const foreign = findUnknownAttributes(columns, defined);
  if (isExport(header)) return { columns: keepKnownAttributes(columns, defined), foreign };
  const error = describeUnknownAttributes(foreign, defined);
  if (error) throw invalid('file', error);
  return { columns, foreign: [] };
}

const actions = { pause: 'pauseImport', resume: 'resumeImport', cancel: 'cancelImport' } as const;

/** Takes effect between batches: waits for the current one. */
export async function controlImport(
  { db, clock }: Omit<ImportDeps, 'baseUrl'>,
  who: Caller,
  id: string,
  order: ImportCommand,
): Promise<void> {
  await db.write(async (trx) => {
    const found = await lockImportStatus(trx, who.accountId, id);
    if (!found) throw new Problem('import_not_found');
    const { status, corrects } = found;
    const decision = decideImportStatus(order, status);
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if (decision.status === status) return;
    await setImportStatus(trx, id, decision.status, clock());
    const kind = corrects ? correctKind : importKind;
    if (decision.starts) await enqueue(trx, kind, { importId: id }, { accountId: who.accountId });
    await recordAction(trx, who, { action: actions[order], target: id }, clock());
  });
}
