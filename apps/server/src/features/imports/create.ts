import {
  type createImport as definition,
  foreignAttributes,
  importLimits,
  type QueryOf,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAct } from '../audit/index.ts';
import { insertChunk } from './chunk-store.ts';
import type { ImportDeps } from './deps.ts';
import { readFile } from './read-file.ts';
import { badgeOf, countOpenLocked, insertImport } from './store.ts';

const chunkRows = 1_000;

/** Keeps the file's rows and the job that issues them. */
export async function createImport(
  { db, clock, keepBaseUrl }: ImportDeps,
  who: Caller,
  input: QueryOf<typeof definition>,
  bytes: Buffer,
  once: Once | undefined,
): Promise<Answered<{ importId: string }>> {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const { header, columns, rows } = await readFile(bytes);
  await keepBaseUrl();
  const id = newId();
  const now = clock();
  return doOnce(db, who.accountId, once, now, async (trx) => {
    const badge = await badgeOf(trx, who.accountId, badgeId);
    if (!badge) throw new Problem('badge_not_found');
    if (!badge.verified) throw new Problem('issuer_not_verified');
    const foreign = foreignAttributes(columns, badge.attributes);
    if (foreign) throw invalid('file', foreign);
    if ((await countOpenLocked(trx, who.accountId)) >= importLimits.open)
      throw new Problem('import_limit_reached');
    const how = {
      dryRun: input.dryRun === 'true',
      sends: input.send === 'true',
      skipsDuplicates: input.onDuplicate === 'skip',
    };
    const { accountId, personId, keyId = null } = who;
    const row = { id, accountId, badgeId, personId, keyId, ...how, header, columns, now };
    await insertImport(trx, { ...row, total: rows.length });
    for (let first = 0; first < rows.length; first += chunkRows)
      await insertChunk(trx, id, first + 1, rows.slice(first, first + chunkRows));
    await enqueue(trx, 'import', { importId: id }, { accountId: who.accountId });
    await recordAct(trx, who, { action: 'createImport', target: id, fields: input }, now);
    return { importId: id };
  });
}
