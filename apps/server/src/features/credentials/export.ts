import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Caller } from '../../kernel/caller.ts';
import type { CredentialDeps } from './deps.ts';
import { readFilter, wantedOf } from './filter.ts';
import { type CredentialRow, credentialsPage } from './store.ts';

const columns = [
  'id',
  'badgeId',
  'badge',
  'name',
  'email',
  'issuedOn',
  'expires',
  'revoked',
  'revocationReason',
  'timestamp',
];
const pageRows = 1_000;

/** Newest first, read page by page as it is fetched: memory does not grow with the list. Cells that programs would run are defused. */
export function exportCsv(
  { db, urls }: CredentialDeps,
  who: Caller,
  filterText: string | undefined,
): Readable {
  const wanted = wantedOf(readFilter(filterText));
  const cells = (row: CredentialRow): (string | undefined)[] => [
    urls.award(row.id),
    urls.badge(row.badgeId),
    row.badgeName,
    row.recipientName,
    row.recipientEmail,
    row.issuedOn.toISOString(),
    row.expires?.toISOString(),
    row.revokedAt ? 'true' : 'false',
    row.revocationReason ?? undefined,
    row.createdAt.toISOString(),
  ];
  async function* rows(): AsyncGenerator<(string | undefined)[]> {
    for (let last: string | undefined; wanted; ) {
      const page = await credentialsPage(db, who.accountId, wanted, last, pageRows);
      for (const row of page) yield cells(row);
      last = page.at(-1)?.id;
      if (page.length < pageRows) return;
    }
  }
  return Readable.from(rows()).compose(
    stringify({ header: true, columns, bom: true, escape_formulas: true }),
  );
}
