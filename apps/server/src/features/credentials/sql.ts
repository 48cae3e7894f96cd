import { type RawBuilder, sql } from 'kysely';
import { newestFirst } from '../../platform/db/index.ts';

type Field = 'name' | 'email';
type State = 'valid' | 'expired' | 'revoked';
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

/** As it is now, whatever has been noted. */
export function isIn(state: State | undefined, now: Date): RawBuilder<unknown> {
  if (state === undefined) return sql`true`;
  if (state === 'revoked') return sql`c.revoked_at is not null`;
  const isOver = sql`c.expires < ${now}`;
  return state === 'expired'
    ? sql`c.revoked_at is null and ${isOver}`
    : sql`c.revoked_at is null and (${isOver}) is not true`;
}

/** What the indexes by state are ordered by. */
const noted = sql`(case when c.revoked_at is not null then 2 when c.lapsed_at is not null then 1 else 0 end)`;
const notedAs = { valid: sql`0`, expired: sql`1`, revoked: sql`2` };

type Listed = { badgeId?: string | undefined; state?: State | undefined };
type From = {
  lastId: string | undefined;
  most: number;
  now: Date;
  /** What else must hold. */
  also?: RawBuilder<unknown>;
};

/** Newest first, along the index of the badge or of the account, and of the state. */
export function inOrder(
  accountId: string,
  { badgeId, state }: Listed,
  { lastId, most, now, also = sql`true` }: From,
): ReturnType<typeof newestFirst> {
  const owner =
    badgeId === undefined
      ? { column: sql`c.account_id`, value: sql`${accountId}::uuid` }
      : { column: sql`c.badge_id`, value: sql`${badgeId}::uuid` };
  const ofState = state ? [{ column: noted, value: notedAs[state] }] : [];
  const { where, order } = newestFirst([owner, ...ofState], 'c.id', lastId);
  // Asked once: of somebody else's badge no credential is looked at.
  const isOwn =
    badgeId === undefined
      ? sql`true`
      : sql`exists (select 1 from badges where id = ${badgeId} and account_id = ${accountId})`;
  const along = sql`${isOwn} and ${where} and ${also}`;
  // Said twice, it would be guessed to be rarer than it is, and not worth an index.
  if (state === undefined || state === 'revoked') return { where: along, order };
  if (state === 'valid') return { where: sql`${along} and ${isIn(state, now)}`, order };
  // What has expired since the chore last came is few, and in no list yet. A range of the account, as lists have it.
  const due = sql`select c.id from credentials c
    where (c.account_id, c.expires) >= (${accountId}, '-infinity'::timestamptz)
      and (c.account_id, c.expires) < (${accountId}, ${now}::timestamptz)
      and c.expires is not null and c.revoked_at is null and c.lapsed_at is null and ${also}
      ${badgeId === undefined ? sql`` : sql`and c.badge_id = ${badgeId}`}
      ${lastId === undefined ? sql`` : sql`and c.id < ${lastId}`} order by c.id desc limit ${most}`;
  return {
    where: sql`c.id in ((select c.id from credentials c where ${along} ${order} limit ${most}) union all (${due}))`,
    order: sql`order by c.id desc`,
  };
}
