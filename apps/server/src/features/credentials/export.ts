import { Readable } from 'node:stream';
import type { CredentialFilter } from '@insignia/contract';
import { stringify } from 'csv-stringify/sync';
import type { Caller } from '../../kernel/caller.ts';
import { tableForm } from '../../kernel/csv.ts';
import type { CredentialDeps } from './deps.ts';
import { criteriaOf } from './filter.ts';
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
const pageRows = 500;

/** Newest first, read page by page as it is fetched: memory does not grow with the list. Cells that programs would run are defused. */
export function exportCsv(
  { db, urls, clock }: CredentialDeps,
  who: Caller,
  filter: CredentialFilter,
): Readable {
  const criteria = criteriaOf(filter);
  const now = clock();
  const cells = (row: CredentialRow): (string | undefined)[] => [
    urls.credential(row.id),
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
  const lines = (page: CredentialRow[], isFirst: boolean): string =>
    stringify(page.map(cells), { ...tableForm, header: isFirst, columns, bom: isFirst });
  async function* pages(): AsyncGenerator<string> {
    let lastId: string | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const page = criteria
        ? await credentialsPage(db, who.accountId, criteria, { lastId, most: pageRows, now })
        : [];
      if (isFirst || page.length > 0) yield lines(page, isFirst);
      if (page.length < pageRows) return;
      lastId = page.at(-1)?.id;
    }
  }
  return Readable.from(pages(), { objectMode: false });
}
