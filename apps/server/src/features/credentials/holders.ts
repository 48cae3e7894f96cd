import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { badgeHolders, ownsBadge } from './issue-many-store.ts';
import { fold } from './rules.ts';

/** Those of these addresses that have the badge already, as given. */
export async function findHolders(
  db: Database,
  accountId: string,
  badgeId: string,
  emails: string[],
): Promise<string[]> {
  if (!(await ownsBadge(db, accountId, badgeId))) throw new Problem('badge_not_found');
  const held = await badgeHolders(db, accountId, badgeId, [...new Set(emails.map(fold))]);
  return emails.filter((email) => held.has(fold(email)));
}
