import type { Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { cacheTag } from '../published/index.ts';

/**
 * Invalidates public documents of credentials in every process with the commit, even if this process
 * is killed before it announces the change. CDNs learn it from a job that a trigger adds.
 */
export async function invalidateCredentials(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await invalidateOnCommit(trx, ...ids.map(cacheTag.credential));
}
