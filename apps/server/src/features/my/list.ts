import { foldSearch } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { computeCredentialStatus } from '../credentials/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { type ImportedRow, importedPage } from './imports-store.ts';
import { type MyCredentialRow, myCredentialsPage } from './store.ts';

export type ListDeps = { db: Database; clock: Clock; urls: Urls; cursors: PageTokens };

export type MyStatus = 'valid' | 'expired' | 'revoked';
type Source = 'issued' | 'imported';
type Filter = {
  search?: string | undefined;
  status?: MyStatus | undefined;
  source?: Source | undefined;
  lastEvaluatedKey?: string | undefined;
};

const pageSize = 50;

/** A credential that was issued here, or one from elsewhere. */
export type OwnRow = MyCredentialRow | ImportedRow;
export type ShownRow = (MyCredentialRow & { status: MyStatus }) | ImportedRow;

type MyPage = {
  rows: ShownRow[];
  /** True for a user with several confirmed addresses. */
  hasOthers: boolean;
  lastEvaluatedKey?: string;
};

export async function listMyCredentials(
  { db, clock, cursors }: ListDeps,
  { personId }: Pick<User, 'personId'>,
  { search, status, source, lastEvaluatedKey }: Filter,
): Promise<MyPage> {
  const list = paginate(cursors, 'my credentials', personId, lastEvaluatedKey, pageSize);
  const addresses = await findOwnAddresses(db, personId);
  const now = clock();
  const words = foldSearch(search ?? '');
  const scope = { personId, addresses, status, source, now };
  const { rows, ...more } = await list((lastId, limit) =>
    words === ''
      ? readOwnPage(db, scope, lastId, limit)
      : searchCredentials(db, { ...scope, words }, lastId, limit),
  );
  const shown = rows.map((row) => addStatus(row, now));
  return { rows: shown, hasOthers: addresses.length > 1, ...more };
}

/** The status at this moment. An imported credential may have expired since its last check. */
export function addStatus(row: OwnRow, now: Date): ShownRow {
  if (row.source === 'issued')
    return { ...row, status: computeCredentialStatus(row, now.getTime()) };
  const isOver = row.status === 'valid' && row.expires !== null && row.expires < now;
  return isOver ? { ...row, status: 'expired' } : row;
}

type OwnScope = {
  personId: string;
  addresses: string[];
  status?: MyStatus | undefined;
  source?: Source | undefined;
  now: Date;
};

/** The user's credentials of both kinds, newest first, after `lastId`. */
export async function readOwnPage(
  db: Database,
  { personId, addresses, source, ...scope }: OwnScope,
  lastId: string | undefined,
  limit: number,
): Promise<OwnRow[]> {
  const page = { ...scope, lastId, limit };
  const [issued, imported] = await Promise.all([
    source === 'imported' ? [] : myCredentialsPage(db, addresses, page),
    source === 'issued' ? [] : importedPage(db, { personId, addresses }, page),
  ]);
  if (imported.length === 0) return issued;
  const both: OwnRow[] = [...issued, ...imported];
  return both.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
}

const batchSize = 500;

type Search = OwnScope & { words: string };

/** One user has few credentials, so names are compared here instead of in SQL. */
async function searchCredentials(
  db: Database,
  { words, ...scope }: Search,
  lastId: string | undefined,
  limit: number,
): Promise<OwnRow[]> {
  const found: OwnRow[] = [];
  let after = lastId;
  for (;;) {
    const batch = await readOwnPage(db, scope, after, batchSize);
    found.push(...batch.filter((row) => matches(row, words)));
    if (batch.length < batchSize || found.length >= limit) return found.slice(0, limit);
    after = batch.at(-1)?.id;
  }
}

const matches = ({ badgeName, issuerName }: OwnRow, words: string): boolean =>
  [badgeName, issuerName ?? ''].some((name) => foldSearch(name).includes(words));
