import { createHash } from 'node:crypto';
import {
  type CredentialFilter,
  canonicalAddress,
  credentialFilter,
  fold,
  foldAddress,
  MAX_COUNTED_AWARDS,
  readShortCode,
} from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import {
  findUnknownFields,
  readKnownFields,
  reportIgnoredFields,
} from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { findOwnIdByShortCode } from '../short-codes/index.ts';
import { findBadgeRecipients } from './issue-store.ts';
import { computeCredentialStatus, likeLiteral } from './rules.ts';
import { type CredentialCriteria, isUnreachable } from './sql.ts';
import { type CredentialRow, countUnreachable, countUpTo, credentialsPage } from './store.ts';

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

type CredentialCount = { count: number; isMore: boolean; unreachable?: number };

/** With `unreachable`, also counts recipients who get no email. */
export async function countCredentials(
  { db, clock }: ListDeps,
  { accountId }: Caller,
  filter: CredentialFilter,
  { unreachable: isReachCounted }: { unreachable: boolean },
): Promise<CredentialCount> {
  const criteria = await findCriteria(db, accountId, filter);
  if (!criteria) return { count: 0, isMore: false, ...(isReachCounted && { unreachable: 0 }) };
  const page = { limit: MAX_COUNTED_AWARDS + 1, now: clock() };
  const { found, unreachable = 0 } = isReachCounted
    ? await countUnreachable(db, accountId, criteria, page)
    : { found: await countUpTo(db, accountId, criteria, page) };
  const count = Math.min(found, MAX_COUNTED_AWARDS);
  return {
    ...{ count, isMore: found > MAX_COUNTED_AWARDS },
    ...(isReachCounted && { unreachable: Math.min(unreachable, count) }),
  };
}

/** Addresses that already have the badge, and those that get no email, as given. */
export async function findHolders(
  db: Database,
  accountId: string,
  badgeId: string,
  emails: string[],
): Promise<{ emails: string[]; notEmailed: string[] }> {
  if (!(await isOwnBadge(db, accountId, badgeId))) throw new Problem('badge_not_found');
  const folded = emails.map(foldAddress);
  const recipients = await findBadgeRecipients(db, accountId, badgeId, [...new Set(folded)]);
  const unmailable = await findUnmailable(db, accountId, emails.map(canonicalAddress));
  return {
    emails: emails.filter((_, at) => recipients.has(folded[at] ?? '')),
    notEmailed: emails.filter((_, at) => unmailable.has(at)),
  };
}

/** Positions of the addresses that unsubscribed from the account's email, bounced or complained. */
export async function findUnmailable(
  db: Database | Trx,
  accountId: string,
  addresses: string[],
): Promise<Set<number>> {
  const { rows } = await sql<{ at: number }>`
    select (a.nth - 1)::int as at
    from unnest(${addresses}::text[]) with ordinality as a (address, nth)
    where ${isUnreachable(sql`${accountId}`, 'a.address')}`.execute(db);
  return new Set(rows.map(({ at }) => at));
}

async function isOwnBadge(db: Database, accountId: string, badgeId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from badges
    where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

const knownFields = readKnownFields(credentialFilter);

/** The `filter` query parameter: a JSON object as text. */
export function readFilter(text: string | undefined, reply: FastifyReply): CredentialFilter {
  const value = text === undefined ? {} : parseJson(text);
  reportIgnoredFields(reply, findUnknownFields(knownFields, value, 'filter.'));
  const parsed = credentialFilter.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['filter', ...path].join('.'),
    message,
  }));
  throw new Problem('invalid_request', { details });
}

/** Search criteria; undefined if nothing can match. */
export function toCriteria(filter: CredentialFilter): CredentialCriteria | undefined {
  const badgeId = filter.badgeId === undefined ? undefined : readId(filter.badgeId);
  // An invalid id matches nothing, like an unknown one.
  if (filter.badgeId !== undefined && badgeId === undefined) return undefined;
  const like = filter.search ? `%${likeLiteral(fold(filter.search))}%` : undefined;
  const { state, emailStatus } = filter;
  return { badgeId, state, emailStatus, like, field: filter.searchField };
}

/**
 * Like `toCriteria`, with the credential whose short code is searched for. If the account has no such
 * code, the same text is searched for in names and addresses.
 */
export async function findCriteria(
  db: Database,
  accountId: string,
  filter: CredentialFilter,
): Promise<CredentialCriteria | undefined> {
  const criteria = toCriteria(filter);
  const { search = '', searchField } = filter;
  const code = searchField === undefined ? readShortCode(search) : undefined;
  if (!criteria || code === undefined) return criteria;
  const id = await findOwnIdByShortCode(db, accountId, code);
  return id === undefined ? criteria : { ...criteria, like: undefined, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('filter', 'must be a JSON object, for example {"search":"ada"}');
  }
}

type Context = { accountId: string; urls: Urls; now: Date };

/** A credential as lists show it. */
export function toCredentialItem(row: CredentialRow, { accountId, urls, now }: Context) {
  return {
    id: urls.credential(row.id),
    badge: { id: urls.badge(row.badgeId), name: row.badgeName, image: urls.image(row.imageCid) },
    recipient: { name: row.recipientName, email: row.recipientEmail },
    recipientId: computeRecipientId(accountId, row.emailSearch),
    issuedOn: row.issuedOn.toISOString(),
    timestamp: row.createdAt.toISOString(),
    state: computeCredentialStatus(row, now.getTime()),
    emailStatus: row.emailStatus,
  };
}

/**
 * UUIDv8 (RFC 9562 §5.8) of a folded address within the account. The index of `recipient_keys`
 * contains its first half.
 */
export function computeRecipientId(accountId: string, emailSearch: string): string {
  const hex = createHash('sha256').update(`${accountId} ${emailSearch}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Compared with `If-Match` by corrections. The state of emails and views may change meanwhile. */
export const computeCorrectionEtag = ({ id, corrections }: { id: string; corrections: number }) =>
  computeEtag({ id, corrections });
