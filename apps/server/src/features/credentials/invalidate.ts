import type { Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { cacheTag } from '../published/index.ts';

/**
 * Announces changed credentials to every process with the commit, even if this process is killed right
 * after. The caller invalidates its own process after the commit, without waiting for the
 * notification. CDNs learn the change from a job that a trigger adds.
 */
export async function announceCredentials(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await invalidateOnCommit(trx, ...ids.map(cacheTag.credential));
}
