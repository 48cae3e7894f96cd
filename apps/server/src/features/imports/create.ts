import {
  attributePrefix,
  type createImport as definition,
  importLimits,
  type QueryOf,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAct } from '../audit/index.ts';
import { insertChunk } from './chunk-store.ts';
import type { ImportDeps } from './deps.ts';
import { columnsFor, rowsToIssue } from './exported.ts';
import { readFile } from './read-file.ts';
import { chunksOf } from './rules.ts';
import { badgeOf, countOpenLocked, insertImport } from './store.ts';

/** Stores the file's rows and the job that issues them. */
export async function createImport(
  { db, clock, keepBaseUrl }: ImportDeps,
  who: Caller,
  input: QueryOf<typeof definition>,
  bytes: Buffer,
  once: Once | undefined,
): Promise<Answered<{ importId: string }> & { ignored: string[] }> {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const file = await readFile(bytes);
  const { header, rows } = file;
  const taken = rowsToIssue(file, badgeId);
  await keepBaseUrl();
  const id = newId();
  const now = clock();
  let ignored: string[] = [];
  const done = await doOnce(db, who.accountId, once, now, async (trx) => {
    const badge = await badgeOf(trx, who.accountId, badgeId);
    if (!badge) throw new Problem('badge_not_found');
    if (!badge.verified) throw new Problem('issuer_not_verified');
    const { columns, foreign } = columnsFor(badge.attributes, file);
    ignored = foreign.map((name) => attributePrefix + name);
    if ((await countOpenLocked(trx, who.accountId)) >= importLimits.open)
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
    for (const chunk of chunksOf(taken)) {
      await insertChunk(trx, id, first, chunk);
      first += chunk.length;
    }
    await enqueue(trx, 'import', { importId: id }, { accountId: who.accountId });
    await recordAct(trx, who, { action: 'createImport', target: id, fields: input }, now);
    return { importId: id };
  });
  return { ...done, ignored };
}
