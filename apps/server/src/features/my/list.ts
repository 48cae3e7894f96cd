import { foldSearch } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { computeCredentialStatus } from '../credentials/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { type MyCredentialRow, myCredentialsPage } from './store.ts';

export type ListDeps = { db: Database; clock: Clock; urls: Urls; cursors: PageTokens };

export type MyStatus = 'valid' | 'expired' | 'revoked';
type Filter = {
  search?: string | undefined;
  status?: MyStatus | undefined;
  lastEvaluatedKey?: string | undefined;
};

const pageSize = 50;

type MyPage = {
  rows: (MyCredentialRow & { status: MyStatus })[];
  /** True for a user with several confirmed addresses. */
  hasOthers: boolean;
  lastEvaluatedKey?: string;
};

export async function listMyCredentials(
  { db, clock, cursors }: ListDeps,
  { personId }: Pick<User, 'personId'>,
  { search, status, lastEvaluatedKey }: Filter,
): Promise<MyPage> {
  const list = paginate(cursors, 'my credentials', personId, lastEvaluatedKey, pageSize);
  const addresses = await findOwnAddresses(db, personId);
  const now = clock();
  const words = foldSearch(search ?? '');
  const { rows, ...more } = await list((lastId, limit) =>
    words === ''
      ? myCredentialsPage(db, addresses, { status, lastId, limit, now })
      : searchCredentials(db, { addresses, words, status, now }, lastId, limit),
  );
  const shown = rows.map((row) => ({
    ...row,
    status: computeCredentialStatus(row, now.getTime()),
  }));
  return { rows: shown, hasOthers: addresses.length > 1, ...more };
}

const batchSize = 500;

type Search = { addresses: string[]; words: string; status: MyStatus | undefined; now: Date };

/** One user has few credentials, so names are compared here instead of in SQL. */
async function searchCredentials(
  db: Database,
  { addresses, words, status, now }: Search,
  lastId: string | undefined,
  limit: number,
): Promise<MyCredentialRow[]> {
  const found: MyCredentialRow[] = [];
  let after = lastId;
  for (;;) {
    const batch = await myCredentialsPage(db, addresses, {
      ...{ status, now, lastId: after, limit: batchSize },
    });
    found.push(...batch.filter((row) => matches(row, words)));
    if (batch.length < batchSize || found.length >= limit) return found.slice(0, limit);
    after = batch.at(-1)?.id;
  }
}

const matches = ({ badgeName, issuerName }: MyCredentialRow, words: string): boolean =>
  [badgeName, issuerName].some((name) => foldSearch(name).includes(words));
