import { type RawBuilder, sql } from 'kysely';
import { newestFirst } from '../../platform/db/index.ts';

type Field = 'name' | 'email';
/** `like` is a LIKE pattern over folded text. */
type Words = { like?: string | undefined; field: Field };

/** What a pattern looks for, without its wildcards. */
const wordsOf = (like: string): string => like.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

/** What a search looks for, when it is long enough for the index: three characters, as PostgreSQL counts them. */
export function indexedWords(like: string | undefined): string | undefined {
  const words = like === undefined ? '' : wordsOf(like);
  return [...words].length < 3 ? undefined : words;
}

/** That a credential of the account, `c`, has the words; few of them, when there are enough letters, by their keys. */
export function hasWords(accountId: string, { like, field }: Words): RawBuilder<unknown> {
  if (like === undefined) return sql`true`;
  const words = indexedWords(like);
  if (words === undefined) return holds(searched(field), like);
  const ofBoth = field === 'email' ? sql`'', ${words}` : sql`${words}, ''`;
  return sql`${holds(searched(field), like)}
    and search_keys(c.account_id, c.name_search, c.email_search) @> search_keys(${accountId}::uuid, ${ofBoth})`;
}

/**
 * Not by LIKE, of which PostgreSQL guesses from a sample how rare it is: when the sample has none it reads the whole table.
 * Of this it believes that it is common, and walks the index.
 */
export function holds(text: RawBuilder<unknown>, like: string): RawBuilder<unknown> {
  return sql`strpos(${text}, ${wordsOf(like)}) > 0`;
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
