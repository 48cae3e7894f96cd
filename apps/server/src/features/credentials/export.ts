import { Readable } from 'node:stream';
import { type CredentialDetails, type CredentialFilter, exportColumns } from '@insignia/contract';
import { stringify } from 'csv-stringify/sync';
import type { Caller } from '../../kernel/caller.ts';
import { csvOptions } from '../../kernel/csv.ts';
import { keepCall } from '../../platform/limits/call-context.ts';
import type { CredentialDeps } from './deps.ts';
import { listAttributeNames, readDetailsById } from './details-store.ts';
import { toCriteria } from './filter.ts';
import { detailCells, detailColumns, MAX_ATTRIBUTE_COLUMNS } from './rules.ts';
import { type CredentialRow, credentialsPage } from './store.ts';

const pageRows = 500;
const sliceRows = 100;

/** Streams the list newest first, page by page. Formulas are disarmed. */
export function exportCsv(
  { db, urls, clock }: CredentialDeps,
  who: Caller,
  filter: CredentialFilter,
): Readable {
  const criteria = toCriteria(filter);
  const now = clock();
  const cells = (row: CredentialRow) => [
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
  // Details may be long, so only a few rows are in memory.
  async function* lines(page: CredentialRow[], names: string[]): AsyncGenerator<string> {
    for (let at = 0; at < page.length; at += sliceRows) {
      const slice = page.slice(at, at + sliceRows);
      const saying = slice.filter(({ saysMore }) => saysMore).map(({ id }) => id);
      const said: ReadonlyMap<string, CredentialDetails> =
        saying.length > 0 ? await readDetailsById(db, saying) : new Map();
      const rows = slice.map((row) => [...cells(row), ...detailCells(said.get(row.id), names)]);
      yield stringify(rows, { ...csvOptions, bom: false });
    }
  }
  async function* pages(): AsyncGenerator<string> {
    const names = await listAttributeNames(
      db,
      who.accountId,
      criteria?.badgeId,
      MAX_ATTRIBUTE_COLUMNS,
    );
    const header = [...exportColumns, ...detailColumns(names)];
    yield stringify([], { ...csvOptions, header: true, columns: header, bom: true });
    let lastId: string | undefined;
    for (;;) {
      const page = criteria
        ? await credentialsPage(db, who.accountId, criteria, { lastId, most: pageRows, now })
        : [];
      yield* lines(page, names);
      if (page.length < pageRows) return;
      lastId = page.at(-1)?.id;
    }
  }
  return Readable.from(keepCall(pages()), { objectMode: false });
}
