import { foldAddress } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { findBadgeRecipients, isOwnBadge } from './issue-many-store.ts';

/** Addresses that already have the badge, as given. */
export async function findHolders(
  db: Database,
  accountId: string,
  badgeId: string,
  emails: string[],
): Promise<string[]> {
  if (!(await isOwnBadge(db, accountId, badgeId))) throw new Problem('badge_not_found');
  const folded = emails.map(foldAddress);
  const held = await findBadgeRecipients(db, accountId, badgeId, [...new Set(folded)]);
  return emails.filter((_, at) => held.has(folded[at] ?? ''));
}
