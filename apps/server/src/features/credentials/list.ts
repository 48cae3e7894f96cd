import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
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
  const last = token === undefined ? undefined : pages.read('awards', who.accountId, token);
  const badgeId = filter.badgeId === undefined ? undefined : readId(filter.badgeId);
  // An id that is none matches nothing, as an unknown one.
  if (filter.badgeId !== undefined && badgeId === undefined) return { rows: [] };
  const like = filter.search ? `%${likeLiteral(fold(filter.search))}%` : undefined;
  const found = await credentialsPage(
    db,
    who.accountId,
    { badgeId, like, field: filter.searchField },
    last,
    pageSize + 1,
  );
  const rows = found.slice(0, pageSize);
  const end = rows.at(-1);
  if (!end || found.length <= pageSize) return { rows };
  return { rows, lastEvaluatedKey: pages.make('awards', who.accountId, end.id) };
}
