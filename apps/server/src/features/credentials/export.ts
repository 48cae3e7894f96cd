import { type CredentialDetails, type CredentialFilter, exportColumns } from '@insignia/contract';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { csvOptions } from '../../kernel/csv.ts';
import type { Urls } from '../../kernel/urls.ts';
import { customPlan, type Database } from '../../platform/db/index.ts';
import { keepCall } from '../../platform/limits/call-context.ts';
import { listShortCodes } from '../short-codes/index.ts';
import { findCriteria } from './list.ts';
import { detailCells, detailColumns, MAX_ATTRIBUTE_COLUMNS } from './rules.ts';
import { type CredentialRow, credentialsPage } from './store.ts';

const pageRows = 500;
const sliceRows = 100;

/** Reads the list newest first, page by page, on demand. Formulas are disarmed. */
export function exportCsv(
  db: Database,
  { urls, clock }: { urls: Urls; clock: Clock },
  who: Caller,
  filter: CredentialFilter,
): AsyncIterable<string> {
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
      const withDetails = slice.filter(({ hasDetails }) => hasDetails).map(({ id }) => id);
      const detailsById: ReadonlyMap<string, CredentialDetails> =
        withDetails.length > 0 ? await readDetailsById(db, withDetails) : new Map();
      const codes = await listShortCodes(
        db,
        slice.map(({ id }) => id),
      );
      const rows = slice.map((row) => [
        ...cells(row),
        ...detailCells(detailsById.get(row.id), names),
        urls.credentialPage(row.id),
        codes.get(row.id),
      ]);
      yield stringify(rows, { ...csvOptions, bom: false });
    }
  }
  async function* pages(): AsyncGenerator<string> {
    const criteria = await findCriteria(db, who.accountId, filter);
    const names = await listAttributeNames(
      db,
      who.accountId,
      criteria?.badgeId,
      MAX_ATTRIBUTE_COLUMNS,
    );
    const header = [...exportColumns, ...detailColumns(names), 'page', 'code'];
    yield stringify([], { ...csvOptions, header: true, columns: header, bom: true });
    let lastId: string | undefined;
    for (;;) {
      const page = criteria
        ? await credentialsPage(db, who.accountId, criteria, { lastId, limit: pageRows, now })
        : [];
      yield* lines(page, names);
      if (page.length < pageRows) return;
      lastId = page.at(-1)?.id;
    }
  }
  return keepCall(pages());
}

async function readDetailsById(
  db: Database,
  credentialIds: string[],
): Promise<Map<string, CredentialDetails>> {
  const { rows } = await sql<{ id: string; details: CredentialDetails }>`${customPlan}
    select id, coalesce(details, '{}') as details from credentials
    where id = any(${credentialIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, details }) => [id, details]));
}

/**
 * Names of custom fields that badges of the account have or had. One more than `limit` if there are
 * more.
 */
async function listAttributeNames(
  db: Database,
  accountId: string,
  badgeId: string | undefined,
  limit: number,
): Promise<string[]> {
  const ofBadge = badgeId === undefined ? sql`` : sql`and b.id = ${badgeId}`;
  const { rows } = await sql<{ name: string }>`${customPlan}
    with definitions as (
      select b.details from badges b where b.account_id = ${accountId} ${ofBadge}
      union all select v.details from badge_versions v join badges b on b.id = v.badge_id
      where b.account_id = ${accountId} ${ofBadge})
    select distinct attribute->>'name' as name from definitions, jsonb_array_elements(definitions.details->'attributes') attribute
    order by name limit ${limit + 1}`.execute(db);
  return rows.map(({ name }) => name);
}
