import type { BadgeDetails } from '@insignia/contract';
import { sql } from 'kysely';
import type { RoutedId } from '../../kernel/id.ts';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

export const badgeImages = {
  ...{ table: 'badges', column: 'image_cid' },
  ...{ of: 'id', account: 'account_id' },
};

export type BadgeRow = {
  id: string;
  accountId: string;
  issuerId: string;
  name: string;
  description: string;
  criteria: string;
  imageCid: string;
  shareText: string | null;
  /** Null if there are none. */
  details: BadgeDetails | null;
  /** The chosen design of certificates, and its version. */
  certificateId: string | null;
  certificateVersion: number | null;
  /** The same for share cards. */
  cardId: string | null;
  cardVersion: number | null;
  createdAt: Date;
};
export type BadgeWithDesign = BadgeRow & { designJson: string | null };

const columns = sql`id, account_id as "accountId", issuer_id as "issuerId", name, description, criteria,
  image_cid as "imageCid", share_text as "shareText", details, certificate_id as "certificateId",
  certificate_version as "certificateVersion", card_id as "cardId", card_version as "cardVersion", created_at as "createdAt"`;

export type BadgeIssuer = { verified: boolean };

export async function findBadgeIssuer(
  db: Database,
  accountId: string,
  id: string,
): Promise<BadgeIssuer | undefined> {
  const { rows } = await selectBadgeIssuer(accountId, id).execute(db);
  return rows[0];
}

/** Locked against deletion until the transaction ends. */
export async function lockBadgeIssuer(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<BadgeIssuer | undefined> {
  const { rows } = await sql<BadgeIssuer>`${selectBadgeIssuer(accountId, id)} for share`.execute(
    trx,
  );
  return rows[0];
}

const selectBadgeIssuer = (accountId: string, id: string) => sql<BadgeIssuer>`
  select verified_at is not null as verified from issuers
  where id = ${id} and account_id = ${accountId} and deleted_at is null`;

export async function insertBadge(
  trx: Trx,
  row: BadgeWithDesign & { id: RoutedId },
): Promise<void> {
  await sql`
    insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, share_text, design_json, details,
      certificate_id, certificate_version, card_id, card_version, created_at)
    values (${row.id}, ${row.accountId}, ${row.issuerId}, ${row.name}, ${row.description}, ${row.criteria},
      ${row.imageCid}, ${row.shareText}, ${row.designJson}, ${serializeDetails(row)},
      ${row.certificateId}, ${row.certificateVersion}, ${row.cardId}, ${row.cardVersion}, ${row.createdAt})`.execute(
    trx,
  );
}

/** Newest first, after `lastId`. Undefined `limit` means all. */
export async function badgesPage(
  db: Database,
  accountId: string,
  lastId?: string,
  limit?: number,
): Promise<BadgeRow[]> {
  const { where, order } = newestFirst({ account_id: accountId }, 'id', lastId);
  const { rows } = await sql<BadgeRow>`${customPlan}
    select ${columns} from badges
    where ${where} and deleted_at is null ${order} limit ${limit ?? null}::int`.execute(db);
  return rows;
}

export async function findBadge(
  db: Database,
  accountId: string,
  id: string,
): Promise<BadgeWithDesign | undefined> {
  const { rows } = await sql<BadgeWithDesign>`
    select ${columns}, design_json as "designJson" from badges
    where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return rows[0];
}

export async function hasBadge(db: Database, accountId: string, badgeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from badges where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Blocks issuing until the transaction ends. */
export async function lockBadge(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<BadgeWithDesign | undefined> {
  const { rows } = await sql<BadgeWithDesign>`
    select ${columns}, design_json as "designJson" from badges
    where id = ${id} and account_id = ${accountId} and deleted_at is null for update`.execute(trx);
  return rows[0];
}

/** Blocks changes and deletion of these badges until the transaction ends, but not issuing. */
export async function blockBadgeChanges(trx: Trx, ids: string[]): Promise<void> {
  await sql`select from badges where id = any(${ids}::uuid[]) order by id for key share`.execute(
    trx,
  );
}

export async function updateBadgeRow(trx: Trx, row: BadgeWithDesign): Promise<void> {
  await sql`
    update badges set name = ${row.name}, description = ${row.description}, criteria = ${row.criteria},
      image_cid = ${row.imageCid}, share_text = ${row.shareText}, design_json = ${row.designJson},
      details = ${serializeDetails(row)}, certificate_id = ${row.certificateId}, certificate_version = ${row.certificateVersion},
      card_id = ${row.cardId}, card_version = ${row.cardVersion}
    where id = ${row.id}`.execute(trx);
}

/** Listed badges that have chosen a design, of certificates or of cards. */
const hasDesign = (id: string) =>
  sql`(certificate_id = ${id} or card_id = ${id}) and deleted_at is null`;

/**
 * Gives badges another version of their design, and blocks issuing for them until the transaction
 * ends. Their trigger keeps the previous editions.
 */
export async function setBadgeDesigns(
  trx: Trx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await sql`select from badges where ${hasDesign(id)} order by id for update`.execute(trx);
  await sql`update badges set
      certificate_version = case when certificate_id = ${id} then ${version} else certificate_version end,
      card_version = case when card_id = ${id} then ${version} else card_version end
    where ${hasDesign(id)}`.execute(trx);
}

/** Badges with the design whose credentials aren't all of the current edition. */
export async function listOutdatedBadges(
  trx: Trx,
  designId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select id from badges b where ${hasDesign(designId)}
      and exists (select from credentials c where c.badge_id = b.id and c.revoked_at is null and c.badge_version < b.version)
    order by id limit ${limit} for update`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function countDesignBadges(trx: Trx, designId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from badges where ${hasDesign(designId)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

const serializeDetails = ({ details }: BadgeRow): string | null =>
  details && JSON.stringify(details);

export async function countBadgeCredentials(
  trx: Trx,
  badgeId: string,
): Promise<{ valid: number; revoked: number }> {
  const { rows } = await sql<{ valid: number; revoked: number }>`${customPlan}
    select count(*) filter (where revoked_at is null)::int as valid, count(*) filter (where revoked_at is not null)::int as revoked
    from credentials where badge_id = ${badgeId}`.execute(trx);
  return rows[0] ?? { valid: 0, revoked: 0 };
}

/** Counts unrevoked credentials of the badge up to `limit`. */
export async function countUnrevokedForBadge(
  db: Database,
  badgeId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from (
      select from credentials where badge_id = ${badgeId} and revoked_at is null limit ${limit}) issued`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function deleteBadgeRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from badges where id = ${id}`.execute(trx);
}

/** Deletes the row if it is marked as deleted and unreferenced. Returns its issuer. */
export async function deleteUnusedBadgeRow(trx: Trx, id: string): Promise<string | undefined> {
  await sql`select 1 from badges where id = ${id} for no key update`.execute(trx);
  const { rows } = await sql<{ issuerId: string }>`
    delete from badges b where id = ${id} and deleted_at is not null
      and not exists (select 1 from credentials where badge_id = b.id) returning issuer_id as "issuerId"`.execute(
    trx,
  );
  return rows[0]?.issuerId;
}

export async function hideBadgeRow(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update badges set deleted_at = ${now} where id = ${id}`.execute(trx);
}

export type TemplateIssuer = {
  name: string;
  brand: StoredBrand;
  /** Content address and size in pixels. */
  logo: { picture: string; width: number; height: number } | null;
};

export async function findTemplateIssuer(
  db: Database,
  accountId: string,
  id: string,
): Promise<TemplateIssuer | undefined> {
  const { rows } = await sql<TemplateIssuer>`
    select i.name, ${selectCurrentBrand(sql`i.id`)} as brand,
      (select jsonb_build_object('picture', cid, 'width', width, 'height', height) from images where cid = ${selectVisibleLogo(sql`i.logo_cid`)}) as logo
    from issuers i where i.id = ${id} and i.account_id = ${accountId} and i.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}
