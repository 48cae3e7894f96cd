import type { CredentialFilter } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAct } from '../audit/index.ts';
import { criteriaOf } from '../credentials/index.ts';
import { type BulkDeps, bulkKind } from './deps.ts';
import {
  type Action,
  type Criteria,
  insertBulkJob,
  insertChunks,
  matching,
  setTotal,
} from './store.ts';

type Input = {
  ids?: string[] | undefined;
  filter?: CredentialFilter | undefined;
  all?: true | undefined;
  reason?: string | undefined;
  /** As sent, for the audit log. */
  given: object;
};
const acts = { revoke: 'revokeAwards', send: 'sendAwards' } as const;

/** Accepts the job with its credentials; those issued later are not touched by it. */
export async function start(
  { db, clock, takeMails }: BulkDeps,
  who: Caller,
  action: Action,
  input: Input,
  once: Once | undefined,
): Promise<Answered<{ jobId: string }>> {
  const ids = input.ids && [...new Set(input.ids.map(readKnown))];
  const selection = { criteria: criteriaBy(input), ids: idsOf(input, ids) };
  const id = newId();
  const now = clock();
  return doOnce(db, who.accountId, once, now, async (trx) => {
    const { accountId, personId, keyId = null } = who;
    const { reason = '' } = input;
    const state = selection.criteria?.state;
    await insertBulkJob(trx, { id, accountId, action, state, reason, personId, keyId, now });
    const found = await insertChunks(trx, id, matching(accountId, selection, now));
    const { total } = found;
    if (ids && total < ids.length) throw new Problem('credential_not_found');
    if (action === 'send' && total > 0) await takeMails(trx, who, total);
    await setTotal(trx, id, found);
    await enqueue(trx, bulkKind, { jobId: id }, { accountId });
    await recordAct(trx, who, { action: acts[action], target: id, fields: input.given }, now);
    return { jobId: id };
  });
}

function readKnown(text: string): string {
  const id = readId(text);
  if (!id) throw new Problem('credential_not_found');
  return id;
}

function criteriaBy({ filter, all }: Input): Criteria | null {
  if (all) return { all, field: 'name' };
  const criteria = filter && criteriaOf(filter);
  // Characters that folding removes would leave an empty search, which matches everything.
  if (
    criteria &&
    !criteria.badgeId &&
    !criteria.state &&
    (!criteria.like || criteria.like === '%%')
  )
    throw invalid('filter.search', 'must have a letter, digit or sign to look for');
  return criteria ?? null;
}

/** A filter by an invalid id matches nothing. */
function idsOf({ filter }: Input, ids: string[] | undefined): string[] | null {
  if (ids) return ids;
  return filter && !criteriaOf(filter) ? [] : null;
}
