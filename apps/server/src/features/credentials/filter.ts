import { type CredentialFilter, credentialFilter, readShortCode } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  findUnknownFields,
  readKnownFields,
  reportIgnoredFields,
} from '../../platform/http/index.ts';
import { findOwnIdByShortCode } from '../short-codes/index.ts';
import { fold, likeLiteral } from './rules.ts';
import type { CredentialCriteria } from './store.ts';

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
