import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { badgeHolders, ownsBadge } from './issue-many-store.ts';
import { fold } from './rules.ts';

/** RFC 5321 §4.5.3.1. */
const longestAddress = 254;

/** Those of these addresses that have the badge already, as given. */
export async function findHolders(
  db: Database,
  accountId: string,
  badgeId: string,
  emails: string[],
): Promise<string[]> {
  if (!(await ownsBadge(db, accountId, badgeId))) throw new Problem('badge_not_found');
  const folded = emails.map(fold);
  // What signs are made of may be longer than they; then it is no address.
  const addresses = new Set(folded.filter(({ length }) => length <= longestAddress));
  const held = await badgeHolders(db, accountId, badgeId, [...addresses]);
  return emails.filter((_, at) => held.has(folded[at] ?? ''));
}
