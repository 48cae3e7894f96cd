import type { Clock } from '../../kernel/clock.ts';
import type { Trx } from '../../platform/db/index.ts';
import { deleteBadgeRow } from '../badges/index.ts';
import { eraseCredentials } from '../credentials/index.ts';
import { eraseFromRedirects } from '../redirects/index.ts';
import { keepCredentials, lockMovedCredentials, lockUnusedNewBadges } from './moved-store.ts';
import { withdrawOffers } from './offers.ts';
import { MAX_BATCH_ROWS } from './read-rows.ts';
import { addRemoved, lockMoveIn, setStatus } from './store.ts';

export type UndoDeps = {
  clock: Clock;
  deleteDeliveries: (trx: Trx, credentialIds: string[]) => Promise<void>;
};

type UndoneBatch = {
  accountId: string;
  removed: string[];
  badges: string[];
  /** Tags to invalidate after the commit. */
  tags: string[];
  isDone: boolean;
};

/** Erases the credentials of one batch. Undefined when stopped. */
export async function undoBatch(
  deps: UndoDeps,
  trx: Trx,
  id: string,
): Promise<UndoneBatch | undefined> {
  // Credentials before the migration, as erasing does, so that they don't wait for each other.
  const credentials = await lockMovedCredentials(trx, id, MAX_BATCH_ROWS);
  const migration = await lockMoveIn(trx, id);
  if (migration?.status !== 'undoing') return undefined;
  const { accountId } = migration;
  const withdrawn = await withdrawOffers(trx, id, MAX_BATCH_ROWS);
  if (withdrawn > 0) {
    await addRemoved(trx, id, withdrawn);
    return { accountId, removed: [], badges: [], tags: [], isDone: false };
  }
  if (credentials.length === 0) {
    const badges = await lockUnusedNewBadges(trx, id);
    for (const badgeId of badges) await deleteBadgeRow(trx, badgeId);
    await setStatus(trx, id, 'undone', migration.finishedAt);
    return { accountId, removed: [], badges, tags: [], isDone: true };
  }
  const changed = credentials.flatMap(({ id: credentialId, reason }) =>
    reason ? [{ id: credentialId, reason }] : [],
  );
  const removed = credentials.flatMap((each) => (each.reason ? [] : [each.id]));
  await keepCredentials(trx, changed);
  const tags = await eraseFromRedirects(trx, accountId, { emails: [], ids: removed });
  await eraseCredentials(trx, removed, deps.clock(), deps.deleteDeliveries);
  await addRemoved(trx, id, removed.length);
  return { accountId, removed, badges: [], tags, isDone: false };
}
