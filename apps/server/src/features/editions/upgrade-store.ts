import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { hasFixedVersion } from './sql.ts';

export const issuerVersionLogos = { table: 'issuer_versions', column: 'logo_cid', of: 'issuer_id' };
export const issuerVersionPictures = {
  ...{ table: 'issuer_version_pictures', column: 'cid' },
  of: 'issuer_id',
};

const BATCH_SIZE = 1_000;
/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Gives credentials from before editions the version of the badge that they showed. Signed
 * credentials, and those with a history, already have one. Each run takes one batch of one badge,
 * so it can stop at any time. Returns true if more remain.
 */
export async function upgradeBadgeVersions(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ badgeId: string; lastId: string }>`
    select badge_id as "badgeId", coalesce(last_id, ${NIL}::uuid) as "lastId" from badge_upgrades
    order by badge_id limit 1 for update skip locked`.execute(trx);
  const [badge] = rows;
  if (!badge) return false;
  const { badgeId, lastId } = badge;
  // Locked, so that none is signed at the same time.
  const { rows: locked } = await sql<{ id: string }>`
    select c.id from credentials c where c.badge_id = ${badgeId} and c.id > ${lastId}
    order by c.id limit ${BATCH_SIZE} for no key update`.execute(trx);
  const ids = locked.map(({ id }) => id);
  await sql`
    update credentials c set badge_version = bu.version from badge_upgrades bu
    where c.id = any(${ids}::uuid[]) and bu.badge_id = c.badge_id and c.badge_version < bu.version
      and not ${hasFixedVersion}`.execute(trx);
  await sql`update badge_upgrades set last_id = ${ids.at(-1) ?? lastId} where badge_id = ${badgeId}`.execute(
    trx,
  );
  await sql`delete from badge_upgrades where badge_id = ${badgeId} and ${ids.length < BATCH_SIZE}`.execute(
    trx,
  );
  return true;
}

type SignedLogo = { id: string; issuerId: string; logoCid: string | null };

/**
 * Gives credentials whose signed copy from before editions has another logo an edition with that
 * logo. Its version is below 1, because it was before the first one. Returns true if more remain.
 */
export async function upgradeSignedLogos(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ lastId: string }>`
    select coalesce(last_id, ${NIL}::uuid) as "lastId" from logo_upgrades for update skip locked`.execute(
    trx,
  );
  const [walk] = rows;
  if (!walk) return false;
  const { rows: batch } = await sql<{ id: string }>`
    select credential_id as id from signed_credentials where credential_id > ${walk.lastId}
    order by credential_id limit ${BATCH_SIZE}`.execute(trx);
  const ids = batch.map(({ id }) => id);
  const { rows: different } = await sql<SignedLogo>`
    select c.id, i.id as "issuerId", s.logo_cid as "logoCid"
    from signed_credentials s join credentials c on c.id = s.credential_id
      join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id
      left join issuer_versions iv on iv.issuer_id = i.id and iv.version = 1
    where s.credential_id = any(${ids}::uuid[]) and c.issuer_version = 1
      and s.logo_cid is distinct from case when iv.issuer_id is null then i.logo_cid else iv.logo_cid end
    order by c.id for no key update of c`.execute(trx);
  const editions = Map.groupBy(different, ({ issuerId, logoCid }) => `${issuerId} ${logoCid}`);
  for (const [first, ...others] of editions.values())
    if (first)
      await setLogoEdition(
        trx,
        first,
        [first, ...others].map(({ id }) => id),
      );
  await sql`update logo_upgrades set last_id = ${ids.at(-1) ?? walk.lastId}`.execute(trx);
  await sql`delete from logo_upgrades where ${ids.length < BATCH_SIZE}`.execute(trx);
  return true;
}

async function setLogoEdition(
  trx: Trx,
  { issuerId, logoCid }: { issuerId: string; logoCid: string | null },
  ids: string[],
): Promise<void> {
  const existing = sql`select version from issuer_versions
    where issuer_id = ${issuerId} and version < 1 and logo_cid is not distinct from ${logoCid} limit 1`;
  // The brand of version 1, which may have been replaced since.
  await sql`
    insert into issuer_versions (issuer_id, version, name, url, email, logo_cid, brand)
    select i.id, least(1, (select min(version) from issuer_versions where issuer_id = i.id)) - 1,
      coalesce(iv.name, i.name), coalesce(iv.url, i.url), coalesce(iv.email, i.email), ${logoCid},
      case when iv.issuer_id is null then issuer_brand(p_issuer => i.id) else iv.brand end
    from issuers i left join issuer_versions iv on iv.issuer_id = i.id and iv.version = 1
    where i.id = ${issuerId} and not exists (${existing})`.execute(trx);
  await sql`
    insert into issuer_version_pictures (issuer_id, version, cid)
    select iv.issuer_id, iv.version, cid from issuer_versions iv cross join brand_pictures(p_brand => iv.brand) cid
    where iv.issuer_id = ${issuerId} and iv.version = (${existing}) on conflict do nothing`.execute(
    trx,
  );
  await sql`update credentials set issuer_version = (${existing}) where id = any(${ids}::uuid[])`.execute(
    trx,
  );
}
