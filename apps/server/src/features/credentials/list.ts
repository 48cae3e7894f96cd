import { type CredentialFilter, foldAddress, MAX_COUNTED_AWARDS } from '@insignia/contract';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { findCriteria, toCriteria } from './filter.ts';
import { findBadgeRecipients } from './issue-store.ts';
import { type CredentialRow, countUpTo, credentialsPage } from './store.ts';

const pageSize = 50;

export type ListDeps = { db: Database; clock: Clock; cursors: PageTokens };

export async function listCredentials(
  { db, cursors, clock }: ListDeps,
  who: Caller,
  filter: CredentialFilter,
  token: string | undefined,
): Promise<{ rows: CredentialRow[]; lastEvaluatedKey?: string }> {
  const criteria = await findCriteria(db, who.accountId, filter);
  const page = paginate(cursors, 'credentials', who.accountId, token, pageSize);
  if (!criteria) return { rows: [] };
  const now = clock();
  return page((lastId, limit) =>
    credentialsPage(db, who.accountId, criteria, { lastId, limit, now }),
  );
}

/** Ids of the newest matches. */
export async function findNewestIds(
  { db, clock }: Omit<ListDeps, 'cursors'>,
  accountId: string,
  filter: CredentialFilter,
  limit: number,
): Promise<string[]> {
  const criteria = toCriteria(filter);
  if (!criteria) return [];
  const page = { lastId: undefined, limit, now: clock() };
  return (await credentialsPage(db, accountId, criteria, page)).map(({ id }) => id);
}

export async function countCredentials(
  { db, clock }: ListDeps,
  who: Caller,
  filter: CredentialFilter,
): Promise<{ count: number; isMore: boolean }> {
  const criteria = await findCriteria(db, who.accountId, filter);
  if (!criteria) return { count: 0, isMore: false };
  const page = { limit: MAX_COUNTED_AWARDS + 1, now: clock() };
  const found = await countUpTo(db, who.accountId, criteria, page);
  return { count: Math.min(found, MAX_COUNTED_AWARDS), isMore: found > MAX_COUNTED_AWARDS };
}

/** Addresses that already have the badge, as given. */
export async function findHolders(
  db: Database,
  accountId: string,
  badgeId: string,
  emails: string[],
): Promise<string[]> {
  if (!(await isOwnBadge(db, accountId, badgeId))) throw new Problem('badge_not_found');
  const folded = emails.map(foldAddress);
  const recipients = await findBadgeRecipients(db, accountId, badgeId, [...new Set(folded)]);
  return emails.filter((_, at) => recipients.has(folded[at] ?? ''));
}

async function isOwnBadge(db: Database, accountId: string, badgeId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from badges
    where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
