import type { RequestKind } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, newestFirst } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import {
  hasStatus,
  isIssuedTo,
  isSameKey,
  listStoredKeys,
  recipientKey,
} from '../credentials/sql.ts';
import { edition, joinBadgeUpgrade, joinEdition } from '../editions/sql.ts';
import { isSentBy } from '../requests/sql.ts';

export type MyCredentialRow = {
  source: 'issued';
  id: string;
  badgeName: string;
  imageCid: string;
  shareText: string | null;
  issuerName: string;
  linkedinOrganizationId: string | null;
  recipientName: string;
  recipientEmail: string;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
  /** False for an issuer that is closed here: nobody would answer. */
  takesRequests: boolean;
  /** Kinds of the user's own open requests. */
  openRequests: RequestKind[];
  walletCopies: number;
  deletedCopies: number;
};

type Page = {
  status?: 'valid' | 'expired' | 'revoked' | undefined;
  lastId: string | undefined;
  limit: number;
  now: Date;
};

/** Credentials of a user's addresses in all accounts, newest first, after `lastId`. */
export const myCredentialsPage = (
  db: Database,
  addresses: string[],
  page: Page,
): Promise<MyCredentialRow[]> =>
  readShown(db, addresses, selectNewest(addresses, page, shownColumns), sql`order by c.id desc`);

/** The words of a credential that a search compares. */
export type MyCredentialNames = Pick<MyCredentialRow, 'source' | 'id' | 'badgeName' | 'issuerName'>;

/**
 * The same credentials as `myCredentialsPage`, in a third of the time: each edition is read once. Its
 * credentials have the same version, so any of them represents the others in the joins.
 */
export async function myNamesPage(
  db: Database,
  addresses: string[],
  page: Page,
): Promise<MyCredentialNames[]> {
  const columns = sql`c.id, c.badge_id, c.badge_version, c.issuer_version`;
  const { rows } = await sql<{ ids: string[]; badgeName: string; issuerName: string }>`${customPlan}
    with page as materialized (${selectNewest(addresses, page, columns)}),
    editions as materialized (
      select (array_agg(c.id))[1] as id, json_agg(c.id) as ids, c.badge_id, ${edition.badgeVersion} as badge_version, c.issuer_version
      from page c ${joinBadgeUpgrade} group by 3, 4, 5)
    select c.ids, ${edition.badgeName} as "badgeName", ${edition.issuerName} as "issuerName"
    from editions c ${joinEdition}`.execute(db);
  return rows
    .flatMap(({ ids, ...names }) => ids.map((id) => ({ source: 'issued' as const, id, ...names })))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
}

/**
 * Each address is read along its index, because the newest of several have no common order there.
 */
function selectNewest(
  addresses: string[],
  { status, lastId, limit, now }: Page,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { keys, folded } = listStoredKeys(addresses);
  const owner = [{ column: sql`c.email_search`, value: sql`own.folded` }];
  const { where, order } = newestFirst(owner, 'c.id', lastId);
  return sql`select newest.* from unnest(${keys}::text[], ${folded}::text[]) own (key, folded) cross join lateral (
      select ${columns} from credentials c
      where ${where} and ${isSameKey(recipientKey, sql`own.key`)} and ${isNotLeaving('c.account_id')} and ${hasStatus(status, now)} ${order} limit ${limit}) newest
    order by newest.id desc limit ${limit}`;
}

export type OwnEntry = { id: string; source: 'issued' | 'imported' };
type EntriesPage = {
  personId: string;
  addresses: string[];
  /** Selects imported ones. Those issued here have both editions. */
  edition: '2.0' | '3.0';
  /** Only what was created or changed later. */
  since: Date | undefined;
  limit: number;
  offset: number;
};

/** Part of a user's credentials of both kinds, newest first, and how many they are. */
export async function listOwnEntries(
  db: Database,
  { personId, addresses, edition, since, limit, offset }: EntriesPage,
): Promise<{ entries: OwnEntry[]; total: number }> {
  const isRecent = (changed: RawBuilder<unknown>) =>
    since ? sql`${changed} > ${since}` : sql`true`;
  const { rows } = await sql<{ entries: OwnEntry[] | null; total: number }>`${customPlan}
    with own as materialized (
      select c.id, 'issued' as source from credentials c
      where ${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')}
        and ${isRecent(sql`greatest(c.created_at, c.revoked_at, c.corrected_at)`)}
      union all
      select m.id, 'imported' from imported_credentials m
      where m.person_id = ${personId} and m.address = any(${addresses}::text[]) and m.edition = ${edition}
        and ${isRecent(sql`m.checked_at`)}),
    page as (select id, source from own order by id desc limit ${limit} offset ${offset})
    select (select count(*)::int from own) as total, (select json_agg(page) from page) as entries`.execute(
    db,
  );
  return { entries: rows[0]?.entries ?? [], total: rows[0]?.total ?? 0 };
}

/** Credentials of these ids and addresses, in the order of the ids. */
export async function findSelectedCredentials(
  db: Database,
  addresses: string[],
  ids: string[],
): Promise<MyCredentialRow[]> {
  const page = sql`select ${shownColumns} from credentials c
    where c.id = any(${ids}::uuid[]) and ${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')}`;
  return readShown(db, addresses, page, sql`order by array_position(${ids}::uuid[], c.id)`);
}

const shownColumns = sql`c.id, c.badge_id, c.badge_version, c.issuer_version, c.recipient_name, c.recipient_email, c.issued_on, c.expires, c.revoked_at, c.corrections`;

async function readShown(
  db: Database,
  addresses: string[],
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<MyCredentialRow[]> {
  const { rows } = await sql<MyCredentialRow>`${customPlan}
    with page as materialized (${page})
    select 'issued' as source, c.id, ${edition.badgeName} as "badgeName", b.share_text as "shareText", ${edition.issuerName} as "issuerName",
      coalesce((select sized_cid from image_sizes where cid = ${edition.imageCid} and side = 128), ${edition.imageCid}) as "imageCid",
      i.linkedin_organization_id as "linkedinOrganizationId", c.recipient_name as "recipientName", c.recipient_email as "recipientEmail",
      c.issued_on as "issuedOn", c.expires, c.revoked_at as "revokedAt",
      i.closed_at is null as "takesRequests",
      array(select r.kind from recipient_requests r where r.credential_id = c.id and r.state = 'open' and ${isSentBy(addresses)} order by r.kind) as "openRequests",
      (select count(*)::int from wallet_copies w where w.credential_id = c.id and w.dropped_at is null) as "walletCopies",
      (select count(*)::int from wallet_copies w where w.credential_id = c.id and w.deleted) as "deletedCopies"
    from page c ${joinEdition} ${order}`.execute(db);
  return rows;
}

export type ReportedCredential = {
  id: string;
  badge: string;
  issuer: string;
  recipient: string;
  revokedAt: Date | null;
};

export async function findReportedCredential(
  db: Database,
  id: string,
  addresses: string[],
): Promise<ReportedCredential | undefined> {
  const { rows } = await sql<ReportedCredential>`
    select c.id, ${edition.badgeName} as badge, ${edition.issuerName} as issuer, c.recipient_name as recipient, c.revoked_at as "revokedAt"
    from credentials c ${joinEdition}
    where c.id = ${id} and ${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')} and i.closed_at is null`.execute(
    db,
  );
  return rows[0];
}
