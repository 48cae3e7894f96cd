import { sql } from 'kysely';
import { byValues, type Trx } from '../../platform/db/index.ts';
import { hasWords, indexedWords, inOrder, isIn } from '../credentials/sql.ts';

/** `like` is a LIKE pattern over folded text, as the list of credentials takes it. */
export type Criteria = {
  /** Every credential of the account; else what names neither badge nor words matches nothing. */
  all?: true | undefined;
  badgeId?: string | undefined;
  state?: 'valid' | 'expired' | 'revoked' | undefined;
  like?: string | undefined;
  field: 'name' | 'email';
};

export type Selection = { criteria: Criteria | null; ids: string[] | null };

const selects = ({ criteria, ids }: Selection): boolean =>
  Boolean(ids || criteria?.all || criteria?.badgeId || criteria?.state || criteria?.like);

const matching = (accountId: string, selection: Selection, now: Date) => {
  const { criteria, ids } = selection;
  if (ids) return sql`c.account_id = ${accountId} and c.id = any(${ids}::uuid[])`;
  if (!criteria || !selects(selection)) return sql`false`;
  return sql`c.account_id = ${accountId} and ${hasWords(accountId, criteria)} and ${isIn(criteria.state, now)}
    ${criteria.badgeId ? sql`and c.badge_id = ${criteria.badgeId}` : sql``}`;
};

type Left = Selection & { accountId: string; beforeId: string };

/** What is left of it, newest first: along an index of the account or badge, where there is no better one. */
const left = ({ accountId, beforeId, ...selection }: Left, most: number, now: Date) => {
  const { criteria, ids } = selection;
  if (ids || !criteria || !selects(selection) || indexedWords(criteria.like))
    return sql`${matching(accountId, selection, now)} and c.id < ${beforeId} order by c.id desc`;
  const also = hasWords(accountId, criteria);
  const { where, order } = inOrder(accountId, criteria, { lastId: beforeId, most, now, also });
  return sql`${where} ${order}`;
};

/** `badgeId`: of which all of them are. */
export async function countMatching(
  trx: Trx,
  accountId: string,
  selection: Selection,
  now: Date,
): Promise<{ total: number; badgeId: string | null }> {
  const { rows } = await sql<{ total: number; badgeId: string | null }>`${byValues}
    select count(*)::int as total,
      case when min(c.badge_id::text) = max(c.badge_id::text) then min(c.badge_id::text) end as "badgeId"
    from credentials c where ${matching(accountId, selection, now)}`.execute(trx);
  return rows[0] ?? { total: 0, badgeId: null };
}

/** The newest ones that are left, which nobody else changes until the transaction ends. */
export async function nextIds(trx: Trx, work: Left, most: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${byValues}
    select c.id from credentials c
    where ${left(work, most, now)} limit ${most} for update of c`.execute(trx);
  return rows.map(({ id }) => id);
}
