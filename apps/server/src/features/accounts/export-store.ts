import { sql } from 'kysely';
import { idAfter } from '../../kernel/id.ts';
import {
  customPlan,
  type Database,
  oldestFirst,
  selectPage,
  splitIntoWindows,
} from '../../platform/db/index.ts';

/** Tables of an export by file name, with few rows each. */
export const smallTables = {
  account: sql`select id, name, plan, created_at from accounts where id = `,
  usage: sql`select * from account_usage where account_id = `,
  members: sql`select id, email, role, status, created_at from members where account_id = `,
  'api-keys': sql`select id, member_id, name, scope, prefix, created_at, last_used_at from api_keys where account_id = `,
  'provisioning-tokens': sql`select id, role, prefix, created_at, last_used_at from provisioning_tokens where account_id = `,
  'directory-groups': sql`select g.id, g.name, g.external_id, g.created_at, array(select x.member_id from provisioned_group_members x where x.group_id = g.id) as members from provisioned_groups g where g.account_id = `,
  'directory-members': sql`select * from provisioned_members where account_id = `,
  webhooks: sql`select id, url, events, active, failure_count, last_status, last_delivery_at, created_at from webhooks where deleted_at is null and account_id = `,
  issuers: sql`select id, name, url, email, logo_cid, linkedin_organization_id, verified_at, created_at, version from issuers where account_id = `,
  brands: sql`select b.*, (select coalesce(jsonb_agg(to_jsonb(s) - 'issuer_id' order by position), '[]') from brand_signatures s where s.issuer_id = b.issuer_id) as signatures
    from brands b join issuers i on i.id = b.issuer_id where i.account_id = `,
  'issuer-transfers': sql`select id, issuer_id, name, email, state, reason, created_at, expires_at, closed_at from issuer_transfers where from_account_id = `,
  'email-templates': sql`select issuer_id, badge_id, message, language, subject, greeting, body as text, button from email_templates where account_id = `,
} as const;

export const pagedTables = {
  events: sql`select * from events`,
  mails: sql`select id, credential_id, kind, recipient, subject, state, attempts, last_error, created_at, done_at from mails`,
  imports: sql`select * from imports`,
  claims: sql`select * from claims`,
  'claim-requests': sql`select id, claim_id, credential_id, name, email, attributes, created_at from claim_requests`,
  requests: sql`select id, credential_id, kind, message, name, email, requester, state, reason, created_at, closed_at from recipient_requests`,
  'audit-log': sql`select * from audit_log`,
} as const;

type Row = Record<string, unknown> & { id: string };

export async function readAllRows(
  db: Database,
  name: keyof typeof smallTables,
  accountId: string,
): Promise<object[]> {
  const { rows } = await sql<object>`${customPlan}${smallTables[name]}${accountId}`.execute(db);
  return rows;
}

const pageRows = 1_000;

/** No log keeps its rows for longer than this. */
const MAX_RETENTION_MS = 400 * 86_400_000;
const logs: readonly string[] = ['mails', 'audit-log'] satisfies (keyof typeof pagedTables)[];

/** Returns rows oldest first, after `lastId`. */
export async function readRowsAfter(
  db: Database,
  name: keyof typeof pagedTables,
  accountId: string,
  lastId: string | undefined,
): Promise<Row[]> {
  const owner = { account_id: accountId };
  if (!logs.includes(name)) {
    const { where, order } = oldestFirst(owner, 'id', lastId);
    const { rows } = await sql<Row>`${customPlan}${pagedTables[name]}
      where ${where} ${order} limit ${pageRows}`.execute(db);
    return rows;
  }
  const range = { from: lastId && idAfter(lastId), retentionMs: MAX_RETENTION_MS, now: new Date() };
  const page = selectPage(
    splitIntoWindows(range).reverse(),
    { select: pagedTables[name], owner, id: 'id', limit: pageRows },
    'oldest',
  );
  const { rows } =
    await sql<Row>`${customPlan} with ${page} select * from page order by id`.execute(db);
  return rows;
}

const pageBytes = 1024 * 1024;

/** Tables with large rows: their size expression and columns. */
export const largeRowTables = {
  // Details may have 64 KiB.
  credentials: {
    bytes: sql`select id, coalesce(octet_length(details::text), 0) as bytes from credentials`,
    rows: sql`select c.id, c.badge_id, c.recipient_name, c.recipient_email, c.issued_on, c.expires, c.created_at, c.revoked_at,
      c.revocation_reason, c.details, c.badge_version, c.issuer_version, c.corrections, c.corrected_at from filled join credentials c on c.id = filled.id`,
    limit: pageRows,
  },
  // A design may have up to 2 MiB.
  badges: {
    bytes: sql`select id, octet_length(description) + octet_length(criteria) + coalesce(octet_length(design_json), 0)
      + coalesce(octet_length(details::text), 0) as bytes from badges`,
    rows: sql`select b.* from filled join badges b on b.id = filled.id`,
    limit: 100,
  },
  // A design may have 256 KiB.
  certificates: {
    bytes: sql`select id, (select coalesce(sum(octet_length(design::text)), 0) from certificate_versions where certificate_id = certificates.id) as bytes from certificates`,
    rows: sql`select c.*, (select jsonb_object_agg(version, design) from certificate_versions where certificate_id = c.id) as designs
      from filled join certificates c on c.id = filled.id`,
    limit: 10,
  },
} as const;

/** Like `readRowsAfter`, up to 1 MiB and at least one row. */
export async function readLargeRowsAfter(
  db: Database,
  name: keyof typeof largeRowTables,
  accountId: string,
  lastId: string | undefined,
): Promise<Row[]> {
  const { bytes, rows: read, limit } = largeRowTables[name];
  const { where, order } = oldestFirst({ account_id: accountId }, 'id', lastId);
  const { rows } = await sql<Row>`${customPlan}
    with next as (${bytes} where ${where} ${order} limit ${limit}),
    filled as (select id, bytes, sum(bytes) over (order by id) as upto from next)
    ${read} where upto <= greatest(bytes, ${pageBytes}) order by filled.id`.execute(db);
  return rows;
}

/** Texts of a version may have 20 KiB. */
const MAX_VERSIONS = 50;

export type BadgeVersion = { badge_id: string; version: number };

/** Earlier editions of badges, which credentials name by `badge_version`. */
export async function readBadgeVersionsAfter(
  db: Database,
  accountId: string,
  last: BadgeVersion | undefined,
): Promise<BadgeVersion[]> {
  const isLater = last
    ? sql`(v.badge_id, v.version) > (${last.badge_id}, ${last.version})`
    : sql`true`;
  const { rows } = await sql<BadgeVersion>`${customPlan}
    select v.* from badge_versions v join badges b on b.id = v.badge_id
    where b.account_id = ${accountId} and ${isLater} order by v.badge_id, v.version limit ${MAX_VERSIONS}`.execute(
    db,
  );
  return rows;
}

export type IssuerVersion = { issuer_id: string; version: number };

/** Earlier editions of issuers with their brands, which credentials name by `issuer_version`. */
export async function readIssuerVersionsAfter(
  db: Database,
  accountId: string,
  last: IssuerVersion | undefined,
): Promise<IssuerVersion[]> {
  const isLater = last
    ? sql`(v.issuer_id, v.version) > (${last.issuer_id}, ${last.version})`
    : sql`true`;
  const { rows } = await sql<IssuerVersion>`${customPlan}
    select v.* from issuer_versions v join issuers i on i.id = v.issuer_id
    where i.account_id = ${accountId} and ${isLater} order by v.issuer_id, v.version limit ${MAX_VERSIONS}`.execute(
    db,
  );
  return rows;
}

export type ExportedEdition = { credential_id: string; number: number };

const MAX_EDITION_CREDENTIALS = 2_000;
/** The values that a correction replaced may have 64 KiB. */
const MAX_EDITIONS = 50;

/**
 * Editions that were replaced, oldest first, after `last`. Reads credentials in bounded steps, because
 * most have none. Returns none at the end.
 */
export async function readCredentialEditionsAfter(
  db: Database,
  accountId: string,
  last: ExportedEdition | undefined,
): Promise<ExportedEdition[]> {
  let from = last ?? { credential_id: '00000000-0000-0000-0000-000000000000', number: 0 };
  for (;;) {
    const { rows: credentials } = await sql<{ id: string }>`${customPlan}
      select id from credentials where account_id = ${accountId} and id >= ${from.credential_id}
      order by account_id, id limit ${MAX_EDITION_CREDENTIALS}`.execute(db);
    const ids = credentials.map(({ id }) => id);
    const { rows } = await sql<ExportedEdition>`${customPlan}
      select * from credential_editions
      where credential_id = any(${ids}::uuid[]) and (credential_id, number) > (${from.credential_id}, ${from.number})
      order by credential_id, number limit ${MAX_EDITIONS}`.execute(db);
    const end = ids.at(-1);
    if (rows.length > 0 || ids.length < MAX_EDITION_CREDENTIALS || end === undefined) return rows;
    from = { credential_id: end, number: MAX_INTEGER };
  }
}

const MAX_INTEGER = 2 ** 31 - 1;

export type BadgeDay = { day: string; badge_id: string; kind: string; network: string };

/** Oldest first, after `last`. Excludes what the exported credentials contain. */
export async function readBadgeDaysAfter(
  db: Database,
  accountId: string,
  last: BadgeDay | undefined,
): Promise<BadgeDay[]> {
  const from = last
    ? sql`(account_id, day, badge_id, kind, network) > (${accountId}, ${last.day}::date, ${last.badge_id}::uuid, ${last.kind}, ${last.network})`
    : sql`account_id >= ${accountId}`;
  const { rows } = await sql<BadgeDay>`${customPlan}
    select to_char(day, 'YYYY-MM-DD') as day, badge_id, kind, network, count from badge_days
    where account_id <= ${accountId} and ${from} and kind not in ('issued', 'erased')
    order by account_id, badge_days.day, badge_id, kind, network limit ${pageRows}`.execute(db);
  return rows;
}

export type ExportedRedirect = { host: string; path: string };

/** Redirects of old URLs, after `last`. */
export async function readRedirectsAfter(
  db: Database,
  accountId: string,
  last: ExportedRedirect = { host: '', path: '' },
): Promise<ExportedRedirect[]> {
  const { rows } = await sql<ExportedRedirect>`${customPlan}
    select host, path, kind, target_id, created_at from redirects
    where account_id = ${accountId} and (host, path) > (${last.host}, ${last.path})
    order by host, path limit ${pageRows}`.execute(db);
  return rows;
}

export async function listAccountImages(
  db: Database,
  accountId: string,
): Promise<{ cid: string; mediaType: string }[]> {
  const { rows } = await sql<{ cid: string; mediaType: string }>`${customPlan}
    select cid, media_type as "mediaType" from images where cid in (
      select image_cid from badges where account_id = ${accountId}
      union select v.image_cid from badge_versions v join badges b on b.id = v.badge_id where b.account_id = ${accountId}
      union select p.cid from badge_pictures p join badges b on b.id = p.badge_id where b.account_id = ${accountId}
      union select p.cid from certificate_pictures p join certificates d on d.id = p.certificate_id where d.account_id = ${accountId}
      union select cid from design_pictures where account_id = ${accountId}
      union select logo_cid from issuers where account_id = ${accountId}
      union select v.logo_cid from issuer_versions v join issuers i on i.id = v.issuer_id where i.account_id = ${accountId}
      union select p.cid from issuer_version_pictures p join issuers i on i.id = p.issuer_id where i.account_id = ${accountId}
      union select logo_dark_cid from brands b join issuers i on i.id = b.issuer_id where i.account_id = ${accountId}
      union select picture_cid from brand_signatures s join issuers i on i.id = s.issuer_id where i.account_id = ${accountId})`.execute(
    db,
  );
  return rows;
}
