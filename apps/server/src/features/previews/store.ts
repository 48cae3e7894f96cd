import { sql } from 'kysely';
import { customPlan, type Database, newestFirst } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

/** Names that a preview searches, newest first, shared by the badges with credentials. */
const MAX_NAMES = 10_000;
const MAX_BADGES = 500;

export type PreviewIssuer = {
  accountId: string;
  issuerId: string;
  issuerName: string;
  issuerUrl: string;
  issuerVerified: boolean;
  logoCid: string | null;
  /** At 512 pixels if larger. */
  wideLogoCid: string | null;
  brand: StoredBrand;
};

/** Any account's issuer. */
export async function findPreviewIssuer(
  db: Database,
  id: string,
): Promise<PreviewIssuer | undefined> {
  const { rows } = await sql<PreviewIssuer>`
    select i.account_id as "accountId", i.id as "issuerId", i.name as "issuerName", i.url as "issuerUrl",
      i.verified_at is not null as "issuerVerified", ${selectVisibleLogo(sql`i.logo_cid`)} as "logoCid",
      ${selectVisibleLogo(sql`i.logo_cid`, 512)} as "wideLogoCid",
      ${selectCurrentBrand(sql`i.id`)} as brand
    from issuers i where i.id = ${id} and i.deleted_at is null and ${isNotLeaving('i.account_id')}`.execute(
    db,
  );
  return rows[0];
}

export type NamedCredential = {
  id: string;
  /** Whether all of the issuer's credentials were searched, or the newest of each badge. */
  searched: 'all' | 'newest';
};

/** Credentials of badge `b`, along their index: the planner could read the whole table for an empty badge. */
const ofBadge = newestFirst([{ column: sql`c.badge_id`, value: sql`b.id` }], 'c.id', undefined);

/** The issuer's credential with the longest or shortest name. */
export async function findNamedCredential(
  db: Database,
  { issuerId }: Pick<PreviewIssuer, 'issuerId'>,
  recipient: 'longest_name' | 'shortest_name',
): Promise<NamedCredential | undefined> {
  const direction = recipient === 'longest_name' ? sql`desc` : sql`asc`;
  const badges = await listNewestIssuedBadges(db, issuerId);
  const perBadge = Math.ceil(MAX_NAMES / Math.max(badges.length, 1));
  const { rows } = await sql<NamedCredential>`${customPlan}
    with newest as (
      select c.id, c.recipient_name, c.n from unnest(${badges}::uuid[]) as b (id)
        cross join lateral (
          select id, recipient_name, row_number() over (${ofBadge.order}) as n
          from credentials c where ${ofBadge.where} ${ofBadge.order} limit ${perBadge + 1}) c)
    select id,
      case when ${badges.length === MAX_BADGES} or (select max(n) from newest) > ${perBadge} then 'newest' else 'all' end as searched
    from newest where n <= ${perBadge} order by length(recipient_name) ${direction}, id limit 1`.execute(
    db,
  );
  return rows[0];
}

async function listNewestIssuedBadges(db: Database, issuerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from badges b
      cross join lateral (select 1 from credentials c where ${ofBadge.where} ${ofBadge.order} limit 1) issued
    where b.issuer_id = ${issuerId} order by b.id desc limit ${MAX_BADGES}`.execute(db);
  return rows.map(({ id }) => id);
}
