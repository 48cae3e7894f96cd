import type { AwardFilter } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { paginate } from '../../platform/cursors.ts';
import type { CredentialDeps } from './deps.ts';
import { criteriaOf } from './filter.ts';
import { type CredentialRow, credentialsPage } from './store.ts';

const pageSize = 50;

export async function listCredentials(
  { db, cursors }: CredentialDeps,
  who: Caller,
  filter: AwardFilter,
  token: string | undefined,
): Promise<{ rows: CredentialRow[]; lastEvaluatedKey?: string }> {
  const criteria = criteriaOf(filter);
  const page = paginate(cursors, 'awards', who.accountId, token, pageSize);
  if (!criteria) return { rows: [] };
  return page((last, most) => credentialsPage(db, who.accountId, criteria, last, most));
}
