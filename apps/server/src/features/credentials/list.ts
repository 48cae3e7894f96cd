import { type CredentialFilter, MAX_COUNTED_AWARDS } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { paginate } from '../../platform/http/page-tokens.ts';
import type { CredentialDeps } from './deps.ts';
import { toCriteria } from './filter.ts';
import { type CredentialRow, countUpTo, credentialsPage } from './store.ts';

const pageSize = 50;

export async function listCredentials(
  { db, cursors, clock }: CredentialDeps,
  who: Caller,
  filter: CredentialFilter,
  token: string | undefined,
): Promise<{ rows: CredentialRow[]; lastEvaluatedKey?: string }> {
  const criteria = toCriteria(filter);
  const page = paginate(cursors, 'credentials', who.accountId, token, pageSize);
  if (!criteria) return { rows: [] };
  const now = clock();
  return page((lastId, most) =>
    credentialsPage(db, who.accountId, criteria, { lastId, most, now }),
  );
}

/** Ids of the newest matches. */
export async function findNewestIds(
  { db, clock }: Pick<CredentialDeps, 'db' | 'clock'>,
  accountId: string,
  filter: CredentialFilter,
  most: number,
): Promise<string[]> {
  const criteria = toCriteria(filter);
  if (!criteria) return [];
  const asked = { lastId: undefined, most, now: clock() };
  return (await credentialsPage(db, accountId, criteria, asked)).map(({ id }) => id);
}

export async function countCredentials(
  { db, clock }: CredentialDeps,
  who: Caller,
  filter: CredentialFilter,
): Promise<{ count: number; isMore: boolean }> {
  const criteria = toCriteria(filter);
  if (!criteria) return { count: 0, isMore: false };
  const asked = { most: MAX_COUNTED_AWARDS + 1, now: clock() };
  const found = await countUpTo(db, who.accountId, criteria, asked);
  return { count: Math.min(found, MAX_COUNTED_AWARDS), isMore: found > MAX_COUNTED_AWARDS };
}
