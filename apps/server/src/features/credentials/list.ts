import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { pageOf } from '../../platform/page-tokens.ts';
import type { CredentialDeps } from './deps.ts';
import { readFilter } from './filter.ts';
import { fold, likeLiteral } from './rules.ts';
import { type CredentialRow, credentialsPage } from './store.ts';

const pageSize = 50;

export async function listCredentials(
  { db, pages }: CredentialDeps,
  who: Caller,
  filterText: string | undefined,
  token: string | undefined,
): Promise<{ rows: CredentialRow[]; lastEvaluatedKey?: string }> {
  const filter = readFilter(filterText);
  const page = pageOf(pages, 'awards', who.accountId, token, pageSize);
  const badgeId = filter.badgeId === undefined ? undefined : readId(filter.badgeId);
  // An id that is none matches nothing, as an unknown one.
  if (filter.badgeId !== undefined && badgeId === undefined) return { rows: [] };
  const like = filter.search ? `%${likeLiteral(fold(filter.search))}%` : undefined;
  const wanted = { badgeId, like, field: filter.searchField };
  return page((last, most) => credentialsPage(db, who.accountId, wanted, last, most));
}
