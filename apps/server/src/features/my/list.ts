import { foldSearch } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { computeCredentialStatus } from '../credentials/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { type ImportedRow, importedPage } from './imports-store.ts';
import {
  findSelectedCredentials,
  type MyCredentialNames,
  type MyCredentialRow,
  myCredentialsPage,
  myNamesPage,
} from './store.ts';

export type MyListDeps = { db: Database; clock: Clock; urls: Urls; cursors: PageTokens };

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
export type MyListRow = (MyCredentialRow & { status: MyStatus }) | ImportedRow;

type MyPage = {
  rows: MyListRow[];
  /** True for a user with several confirmed addresses. */
  hasOthers: boolean;
  lastEvaluatedKey?: string;
};

export async function listMyCredentials(
  { db, clock, cursors }: MyListDeps,
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
export function addStatus(row: OwnRow, now: Date): MyListRow {
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
export const readOwnPage = (
  db: Database,
  scope: OwnScope,
  lastId: string | undefined,
  limit: number,
): Promise<OwnRow[]> => readBoth(db, scope, { lastId, limit }, myCredentialsPage);

/** The issued ones are read by `readIssued`. */
async function readBoth<Issued extends { id: string }>(
  db: Database,
  { personId, addresses, source, ...scope }: OwnScope,
  { lastId, limit }: { lastId: string | undefined; limit: number },
  readIssued: (...page: Parameters<typeof myCredentialsPage>) => Promise<Issued[]>,
): Promise<(Issued | ImportedRow)[]> {
  const page = { ...scope, lastId, limit };
  const [issued, imported] = await Promise.all([
    source === 'imported' ? [] : readIssued(db, addresses, page),
    source === 'issued' ? [] : importedPage(db, { personId, addresses }, page),
  ]);
  if (imported.length === 0) return issued;
  const both: (Issued | ImportedRow)[] = [...issued, ...imported];
  return both.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
}

/** Common words are in the first few. */
const FIRST_BATCH = 200;
const BATCH = 1_000;

type Search = OwnScope & { words: string };

/**
 * One user has few credentials, so names are compared here instead of in SQL. Only what matches is
 * read whole.
 */
async function searchCredentials(
  db: Database,
  { words, ...scope }: Search,
  lastId: string | undefined,
  limit: number,
): Promise<OwnRow[]> {
  const contains = createComparison(words);
  const found: OwnRow[] = [];
  let [after, size] = [lastId, FIRST_BATCH];
  for (;;) {
    const batch = await readBoth(db, scope, { lastId: after, limit: size }, myNamesPage);
    const matching = batch.filter((row) => contains(row.badgeName, row.issuerName));
    const wanted = matching.slice(0, limit - found.length);
    found.push(...(await readWhole(db, scope.addresses, wanted)));
    const isRead = wanted.length === matching.length;
    if (found.length >= limit || (isRead && batch.length < size)) return found;
    // Fewer than wanted, because some were erased meanwhile.
    after = (isRead ? batch : wanted).at(-1)?.id;
    size = BATCH;
  }
}

async function readWhole(
  db: Database,
  addresses: string[],
  rows: (MyCredentialNames | ImportedRow)[],
): Promise<OwnRow[]> {
  const ids = rows.flatMap(({ source, id }) => (source === 'issued' ? id : []));
  const issued = ids.length > 0 ? await findSelectedCredentials(db, addresses, ids) : [];
  const byId = new Map(issued.map((row) => [row.id, row]));
  return rows.flatMap((row) => (row.source === 'issued' ? (byId.get(row.id) ?? []) : row));
}

/** Folds each name once: many credentials have the same badge and issuer. */
function createComparison(words: string): (...names: (string | null)[]) => boolean {
  const results = new Map<string, boolean>();
  const contains = (name: string): boolean => {
    const known = results.get(name) ?? foldSearch(name).includes(words);
    results.set(name, known);
    return known;
  };
  return (...names) => names.some((name) => contains(name ?? ''));
}
