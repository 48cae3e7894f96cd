import {
  attributePrefix,
  type createImport as definition,
  importLimits,
  type OperationQuery,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAction } from '../audit/index.ts';
import { insertRowBatch } from './batch-store.ts';
import type { ImportDeps } from './deps.ts';
import { selectColumns, selectRowsToIssue } from './exported-file.ts';
import { readCsvFile } from './read-file.ts';
import { splitIntoBatches } from './rules.ts';
import {
  countOpenImportsOfAccount,
  insertImport,
  lockAndCountOpenImports,
  lockImportBadge,
} from './store.ts';

/** Stores the file's rows and the job that issues them. */
export async function createImport(
  { db, clock, keepBaseUrl }: ImportDeps,
  who: Caller,
  input: OperationQuery<typeof definition>,
  bytes: Buffer,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ importId: string }> & { ignored: string[] }> {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  // A file that can't be accepted isn't parsed. With a key, the first response may be repeated.
  if (!once && (await countOpenImportsOfAccount(db, who.accountId)) >= importLimits.open)
    throw new Problem('import_limit_reached');
  const file = await readCsvFile(bytes);
  const { header, rows } = file;
  const taken = selectRowsToIssue(file, badgeId);
  await keepBaseUrl();
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
    const how = {
      dryRun: input.dryRun === 'true',
      sends: input.send === 'true',
      skipsDuplicates: input.onDuplicate === 'skip',
    };
    const { accountId, personId, keyId = null } = who;
    const row = { id, accountId, badgeId, personId, keyId, ...how, header, columns, now };
    await insertImport(trx, { ...row, total: rows.length, skipped: rows.length - taken.length });
    let first = 1;
    for (const chunk of splitIntoBatches(taken)) {
      await insertRowBatch(trx, id, first, chunk);
      first += chunk.length;
    }
    await enqueue(trx, 'import', { importId: id }, { accountId: who.accountId });
    await recordAction(trx, who, { action: 'createImport', target: id, fields: input }, now);
    return { importId: id };
  });
  return { ...done, ignored };
}
