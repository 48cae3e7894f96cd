import type { CredentialFilter } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAct } from '../audit/index.ts';
import { criteriaOf } from '../credentials/index.ts';
import type { BulkDeps } from './deps.ts';
import { type Action, type Criteria, countMatching, insertBulkJob } from './store.ts';

type Input = {
  ids?: string[] | undefined;
  filter?: CredentialFilter | undefined;
  all?: true | undefined;
  reason?: string | undefined;
  /** As it came, for the audit log. */
  given: object;
};
const acts = { revoke: 'revokeAwards', send: 'sendAwards' } as const;

/** Writes down what is to be done; credentials issued from now on are not touched by it. */
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
    const { total, badgeId } = await countMatching(trx, who.accountId, selection, now);
    if (ids && total < ids.length) throw new Problem('credential_not_found');
    if (action === 'send' && total > 0) await takeMails(trx, who, total);
    const { accountId, personId, keyId = null } = who;
    const row = { id, accountId, action, personId, keyId, total, badgeId, now, ...selection };
    await insertBulkJob(trx, { ...row, reason: input.reason ?? '' });
    await enqueue(trx, 'bulk', { jobId: id }, { accountId });
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
  // Letters that the fold takes away would leave a search for anything.
  if (
    criteria &&
    !criteria.badgeId &&
    !criteria.state &&
    (!criteria.like || criteria.like === '%%')
  )
    throw invalid('filter.search', 'must have a letter, digit or sign to look for');
  return criteria ?? null;
}

/** A filter by an id that is none matches nothing. */
function idsOf({ filter }: Input, ids: string[] | undefined): string[] | null {
  if (ids) return ids;
  return filter && !criteriaOf(filter) ? [] : null;
}
