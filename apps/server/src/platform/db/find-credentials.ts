import { type RawBuilder, sql } from 'kysely';
import { newestFirst } from './along.ts';

type Field = 'name' | 'email';
/** `like` is a LIKE pattern over folded text. */
type Words = { like?: string | undefined; field: Field };

/** What a search looks for, when it is long enough for the index: three characters, as PostgreSQL counts them. */
export function indexedWords(like: string | undefined): string | undefined {
  const words = like?.slice(1, -1).replaceAll(/\\(.)/gs, '$1') ?? '';
  return [...words].length < 3 ? undefined : words;
}

/** That a credential of the account, `c`, has the words; few of them, when there are enough letters, by their keys. */
export function hasWords(accountId: string, { like, field }: Words): RawBuilder<unknown> {
  if (like === undefined) return sql`true`;
  const words = indexedWords(like);
  const ofBoth = field === 'email' ? sql`'', ${words}` : sql`${words}, ''`;
  const keys = sql`search_keys(c.account_id, c.name_search, c.email_search) @> search_keys(${accountId}::uuid, ${ofBoth})`;
  return sql`${searched(field)} like ${like} ${words === undefined ? sql`` : sql`and ${keys}`}`;
}

export const searched = (field: Field): RawBuilder<unknown> =>
  field === 'email' ? sql`c.email_search` : sql`c.name_search`;

/** Along the index of the badge or of the account. */
export function inOrder(
  accountId: string,
  { badgeId }: { badgeId?: string | undefined },
  lastId: string | undefined,
): ReturnType<typeof newestFirst> {
  if (badgeId === undefined) return newestFirst({ 'c.account_id': accountId }, 'c.id', lastId);
  const { where, order } = newestFirst({ 'c.badge_id': badgeId }, 'c.id', lastId);
  // Asked once: of somebody else's badge no credential is looked at.
  const isOwn = sql`exists (select 1 from badges where id = ${badgeId} and account_id = ${accountId})`;
  return { where: sql`${isOwn} and ${where}`, order };
}
