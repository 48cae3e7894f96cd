import { fold, foldSearch, storedForms } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { newestFirst } from '../../platform/db/index.ts';
import { selectBounceReason } from '../../platform/mail/sql.ts';
import { foldFilter } from './rules.ts';

type EmailStatus = 'not_emailed' | 'emailed' | 'bounced';
type Field = 'name' | 'email';
type State = 'valid' | 'expired' | 'revoked';
/**
 * `like` is a LIKE pattern over folded text. Without a field, names and addresses are searched. `id` is
 * the credential of a short code that was searched for.
 */
type SearchPattern = {
  like?: string | undefined;
  field?: Field | undefined;
  id?: string | undefined;
};

/** The newest credentials are searched first: enough to find common words, few enough to read at once. */
export const NEARBY_ROWS = 2_000;

/** The pattern without wildcards. */
const searchText = (like: string): string => like.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

/** Number of consecutive characters that the index covers. */
const MIN_INDEXED_LENGTH = 3;

/** True if the words are long enough for the index of keys, as the database folds and counts them. */
export const isSearchIndexed = (words: string): boolean =>
  [...foldSearch(words)].length >= MIN_INDEXED_LENGTH;

/** The search text if it is long enough for the index. */
export function indexableText(like: string | undefined): string | undefined {
  const words = like === undefined ? '' : searchText(like);
  return isSearchIndexed(words) ? words : undefined;
}

/**
 * Condition that a credential matches the search. Uses the index of keys if the text is long enough.
 */
export function matchesSearch(
  accountId: string,
  { like, field, id }: SearchPattern,
): RawBuilder<unknown> {
  if (id !== undefined) return sql`c.id = ${id}`;
  if (like === undefined) return sql`true`;
  const words = indexableText(like);
  const containing = (one: Field) =>
    words === undefined
      ? containsWords(one, like)
      : sql`(${containsWords(one, like)} and ${credentialKeys} @> ${wordKeys(accountId, one, words)})`;
  return sql`(${sql.join(searchedFields(field).map(containing), sql` or `)})`;
}

const searchedFields = (field: Field | undefined): readonly Field[] =>
  field === undefined ? ['name', 'email'] : [field];

/**
 * Pattern of addresses that folding merges with others: it makes ss of ß, i of ı, σ of ς, αι of ᾳ, and в of
 * ᲀ. So the folded form may be somebody else's address.
 */
const mergedLetters =
  '[ßẞıİς\u0345\u1C80-\u1C88\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FBC\u1FC2-\u1FC4\u1FC7\u1FCC\u1FF2-\u1FF4\u1FF7\u1FFC]|i\u0307';

/**
 * An address as addresses of users are compared, by `toAddressKey`. Letters beyond ASCII are stored in
 * lower case, so the result depends on no locale.
 */
export const selectAddressKey = (
  email: RawBuilder<unknown>,
  folded: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql<string>`case when ${email} ~ ${sql.lit(mergedLetters)} then lower(${email} collate "C") else ${folded} end`;

/** The address key of the recipient of `c`. */
export const recipientKey: RawBuilder<string> = selectAddressKey(
  sql`c.recipient_email`,
  sql`c.email_search`,
);

/**
 * The keys that a user's addresses may have in stored rows, and their folded forms, which are indexed.
 */
export function listStoredKeys(addresses: readonly string[]): { keys: string[]; folded: string[] } {
  const keys = [...new Set(addresses.flatMap(storedForms))];
  return { keys, folded: keys.map(fold) };
}

/** Comparison of a key. The planner would assume that a bare one is rare, and read a long list unordered. */
export const isSameKey = (
  key: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${key} = ${other}, false)`;

/** Condition that `c` was issued to one of a user's addresses. */
export function isIssuedTo(addresses: readonly string[]): RawBuilder<boolean> {
  const { keys, folded } = listStoredKeys(addresses);
  return sql<boolean>`(c.email_search = any(${folded}::text[]) and ${isSameKey(recipientKey, sql`any(${keys}::text[])`)})`;
}

/** The indexed keys of a credential. */
const credentialKeys = sql`recipient_keys(p_account => c.account_id, p_name => c.name_search, p_email => c.email_search)`;

/** The indexed keys of an address that a correction replaced. */
const replacedKeys = sql`recipient_keys(p_account => r.account_id, p_name => '-', p_email => r.address)`;

/** Condition that a replaced address contains the words, which are long enough for the index. */
export const isReplacedWith = (accountId: string, words: string): RawBuilder<unknown> =>
  sql`${replacedKeys} @> ${wordKeys(accountId, 'email', words)} and ${containsText(sql`r.address`, words)}`;

function wordKeys(accountId: string, field: Field, words: string): RawBuilder<unknown> {
  const inField =
    field === 'email'
      ? sql`p_name => '', p_email => ${words}`
      : sql`p_name => ${words}, p_email => ''`;
  return sql`recipient_keys(p_account => ${accountId}::uuid, ${inField})`;
}

/**
 * Not LIKE: PostgreSQL estimates its frequency from a sample, and reads the whole table if the
 * sample has no match. It assumes this expression is common, and walks the index. Folding costs most,
 * so texts that it wouldn't change, or that can't contain the words then, aren't folded.
 */
export function containsText(text: RawBuilder<unknown>, words: string): RawBuilder<unknown> {
  const folded = sql`search_text(p_text => ${words})`;
  const filter = foldFilter(words);
  const canContain = filter === undefined ? sql`true` : sql`regexp_like(${text}, ${filter})`;
  return sql`(strpos(${text}, ${folded}) > 0
    or (octet_length(${text}) > length(${text}) or strpos(${text}, '''') > 0 or strpos(${text}, '\`') > 0)
      and ${canContain} and strpos(search_text(p_text => ${text}), ${folded}) > 0)`;
}

const containsWords = (field: Field, like: string) =>
  containsText(field === 'email' ? sql`c.email_search` : sql`c.name_search`, searchText(like));

/** Condition that the searched columns of `c` contain the words, without using an index. */
export const hasWords = (field: Field | undefined, like: string): RawBuilder<unknown> =>
  sql`(${sql.join(
    searchedFields(field).map((one) => containsWords(one, like)),
    sql` or `,
  )})`;

/** Condition that an unrevoked credential has an earlier edition of its badge or issuer. */
export const hasEarlierEdition = (
  edition: { badgeVersion: number } | { issuerVersion: number },
): RawBuilder<unknown> =>
  'badgeVersion' in edition
    ? sql`c.revoked_at is null and c.badge_version < ${edition.badgeVersion}`
    : sql`c.revoked_at is null and c.issuer_version < ${edition.issuerVersion}`;

/** Current status, independent of the expiry marks. */
export function hasStatus(state: State | undefined, now: Date): RawBuilder<unknown> {
  if (state === undefined) return sql`true`;
  if (state === 'revoked') return sql`c.revoked_at is not null`;
  const isOver = sql`c.expires < ${now}`;
  return state === 'expired'
    ? sql`c.revoked_at is null and ${isOver}`
    : sql`c.revoked_at is null and (${isOver}) is not true`;
}

const storedEmailStates = { not_emailed: 0, emailed: 1, bounced: 2 };
const storedStatuses = { valid: 0, expired: 1, revoked: 2 };
/**
 * Sort key of the indexes by email state and status. One number holds both, because PostgreSQL
 * before 18 would read all credentials of an email state to find those of a status.
 */
const indexedStates = sql`(c.email_state * 3 + case when c.revoked_at is not null then 2 when c.lapsed_at is not null then 1 else 0 end)`;
/** The values of `email_state`, as the API names them. */
export const emailStatusColumn = sql<EmailStatus>`case c.email_state when 1 then 'emailed' when 2 then 'bounced' else 'not_emailed' end`;

export function hasEmailStatus(status: EmailStatus | undefined): RawBuilder<unknown> {
  return status === undefined
    ? sql`true`
    : sql`c.email_state = ${sql.lit(storedEmailStates[status])}`;
}

/** Condition that an address column gets no email: it unsubscribed from the account's, bounced or complained. */
export const isUnreachable = (account: RawBuilder<unknown>, address: string): RawBuilder<boolean> =>
  sql`(${selectBounceReason(address)} is not null or exists (
    select from suppressed_addresses s where s.account_id = ${account}
      and s.address_hash = sha256(convert_to(lower(${sql.ref(address)} collate "C"), 'UTF8'))))`;

type ListScope = {
  badgeId?: string | undefined;
  state?: State | undefined;
  emailStatus?: EmailStatus | undefined;
};
export type CredentialCriteria = ListScope & SearchPattern;

type ListPage = {
  /** Columns of `credentials c`, including the id. */
  columns: RawBuilder<unknown>;
  lastId?: string | undefined;
  limit: number;
  now: Date;
  /** Further conditions. */
  also?: RawBuilder<unknown>;
};

/** The values of the index by states that a list merges. A list without a state needs no such index. */
function listStates({ state, emailStatus }: ListScope) {
  if (!state && !emailStatus) return [[]];
  const statuses = state ? [storedStatuses[state]] : Object.values(storedStatuses);
  const emailStates = emailStatus
    ? [storedEmailStates[emailStatus]]
    : Object.values(storedEmailStates);
  return emailStates.flatMap((emailState) =>
    statuses.map((status) => [{ column: indexedStates, value: sql.lit(emailState * 3 + status) }]),
  );
}

/**
 * Selects credentials newest first, along the index of badge or account. A list by state has a part
 * for each value of the index by states.
 */
function selectParts(
  accountId: string,
  scope: ListScope,
  { columns, lastId, limit, now, also = sql`true` }: ListPage,
): RawBuilder<unknown>[] {
  const { badgeId, state, emailStatus } = scope;
  const owner =
    badgeId === undefined
      ? { column: sql`c.account_id`, value: sql`${accountId}::uuid` }
      : { column: sql`c.badge_id`, value: sql`${badgeId}::uuid` };
  // Evaluated once: for another account's badge, no credential is read.
  const isOwn =
    badgeId === undefined
      ? sql`true`
      : sql`exists (select 1 from badges where id = ${badgeId} and account_id = ${accountId})`;
  // Don't repeat the condition of other states: the planner would underestimate the rows and skip the index.
  const isNow = state === 'valid' ? hasStatus(state, now) : sql`true`;
  const parts = listStates(scope).map((key) => {
    const { where, order } = newestFirst([owner, ...key], 'c.id', lastId);
    return sql`(select ${columns} from credentials c where ${isOwn} and ${where} and ${isNow} and ${also} ${order} limit ${limit})`;
  });
  if (state !== 'expired') return parts;
  // Credentials that expired since the last chore are few, and in no part yet. The account is bounded
  // by tuples, for the reason that `newestFirst` gives.
  const due = sql`(select ${columns} from credentials c
    where (c.account_id, c.expires) >= (${accountId}, '-infinity'::timestamptz)
      and (c.account_id, c.expires) < (${accountId}, ${now}::timestamptz)
      and c.expires is not null and c.revoked_at is null and c.lapsed_at is null and ${also} and ${hasEmailStatus(emailStatus)}
      ${badgeId === undefined ? sql`` : sql`and c.badge_id = ${badgeId}`}
      ${lastId === undefined ? sql`` : sql`and c.id < ${lastId}`} order by c.id desc limit ${limit})`;
  return [...parts, due];
}

/** Selects credentials newest first. */
export function selectCredentials(
  accountId: string,
  scope: ListScope,
  page: ListPage,
): RawBuilder<unknown> {
  const parts = selectParts(accountId, scope, page);
  if (parts.length === 1) return parts[0] as RawBuilder<unknown>;
  return sql`(select c.* from (${sql.join(parts, sql` union all `)}) c order by c.id desc limit ${page.limit})`;
}

/** Selects up to `limit` credentials in any order, which is enough to count them. */
export function selectAnyCredentials(
  accountId: string,
  scope: ListScope,
  page: ListPage,
): RawBuilder<unknown> {
  const parts = selectParts(accountId, scope, page);
  return sql`(select parts.* from (${sql.join(parts, sql` union all `)}) parts limit ${page.limit})`;
}
