import { type RawBuilder, sql } from 'kysely';
import { defaultStoredBrand, type StoredBrand, selectCurrentBrand } from '../issuers/sql.ts';

/** Condition that a credential `c` from before editions isn't upgraded any more. */
export const hasFixedVersion = sql<boolean>`(exists (select from signed_credentials where credential_id = c.id)
  or exists (select from credential_editions where credential_id = c.id))`;

// Credentials older than editions keep what they showed then, until a chore gives them an edition:
// the version of their signed copy, or else of the badge. A history fixes the version.
const badgeVersion = sql<number>`(case
  when bu.badge_id is null or ${hasFixedVersion} then c.badge_version
  else greatest(c.badge_version, bu.version) end)`;

/** Joins what `edition.badgeVersion` of the credential `c` needs. */
export const joinBadgeUpgrade = sql`left join badge_upgrades bu on bu.badge_id = c.badge_id`;

const joinEarlierBadge = sql`left join badge_upgrades bu on bu.badge_id = b.id
  left join badge_versions bv on bv.badge_id = b.id and bv.version = ${badgeVersion}`;

/**
 * Joins the badge `b` of the credential `c`, and `bv`, the badge's earlier version if the
 * credential has one.
 */
export const joinBadgeEdition = sql`join badges b on b.id = c.badge_id ${joinEarlierBadge}`;

/** The same for credentials of the materialized query `page`, but reads each of their badges once. */
export const joinPageEditions = sql`join (
    select id, name, image_cid from badges where id = any(array(select distinct badge_id from page))) b on b.id = c.badge_id
  ${joinEarlierBadge}`;

/** Also joins the issuer `i`, and `iv`, its earlier version if the credential has one. */
export const joinEdition = sql`${joinBadgeEdition} join issuers i on i.id = b.issuer_id
  left join issuer_versions iv on iv.issuer_id = i.id and iv.version = c.issuer_version`;

const logoCid = sql<
  string | null
>`(case when iv.issuer_id is null then i.logo_cid else iv.logo_cid end)`;

// Search engines follow the current setting, because it protects recipients.
// Brands from before designs of certificates and cards lack their members.
const earlierBrand = sql`${JSON.stringify(defaultStoredBrand)}::jsonb || coalesce(iv.brand, '{}') || jsonb_build_object(
  'logoDark512', (select sized_cid from image_sizes where cid = iv.brand->>'logoDarkCid' and side = 512),
  'searchIndexing', coalesce((select search_indexing from brands where issuer_id = i.id), false))`;

/**
 * The words, pictures and brand of a credential as issued or updated since. Use these columns with
 * the joins above wherever a credential is shown; `badges`, `issuers` and `brands` have the current
 * ones.
 */
export const edition = {
  badgeVersion,
  badgeName: sql<string>`coalesce(bv.name, b.name)`,
  description: sql<string>`coalesce(bv.description, b.description)`,
  criteria: sql<string>`coalesce(bv.criteria, b.criteria)`,
  imageCid: sql<string>`coalesce(bv.image_cid, b.image_cid)`,
  details: sql`(case when bv.badge_id is null then b.details else bv.details end)`,
  certificateId: sql<
    string | null
  >`(case when bv.badge_id is null then b.certificate_id else bv.certificate_id end)`,
  certificateVersion: sql<
    number | null
  >`(case when bv.badge_id is null then b.certificate_version else bv.certificate_version end)`,
  cardId: sql<string | null>`(case when bv.badge_id is null then b.card_id else bv.card_id end)`,
  cardVersion: sql<
    number | null
  >`(case when bv.badge_id is null then b.card_version else bv.card_version end)`,
  issuerName: sql<string>`coalesce(iv.name, i.name)`,
  issuerUrl: sql<string>`coalesce(iv.url, i.url)`,
  issuerEmail: sql<string>`coalesce(iv.email, i.email)`,
  logoCid,
  brand:
    sql`(case when iv.issuer_id is null then ${selectCurrentBrand(sql`i.id`)} else ${earlierBrand} end)` as RawBuilder<StoredBrand>,
} as const;

const selectStated = (details: RawBuilder<unknown>) => sql`coalesce(${details}, '{}') - 'validFor'`;

/**
 * Condition that the credential `c`, joined with its edition, states something else than in the
 * edition before. Designs, brands and the default expiry aren't part of what it states.
 */
export const hasNewContent = sql<boolean>`exists (
  select from (select badge_version, issuer_version from credential_editions where credential_id = c.id order by number desc limit 1) e
    left join badge_versions ob on ob.badge_id = b.id and ob.version = e.badge_version
    left join issuer_versions oi on oi.issuer_id = i.id and oi.version = e.issuer_version
  where (${edition.badgeName}, ${edition.description}, ${edition.criteria}, ${edition.imageCid}, ${selectStated(edition.details)})
      is distinct from (coalesce(ob.name, b.name), coalesce(ob.description, b.description), coalesce(ob.criteria, b.criteria),
        coalesce(ob.image_cid, b.image_cid), ${selectStated(sql`case when ob.badge_id is null then b.details else ob.details end`)})
    or (${edition.issuerName}, ${edition.issuerUrl}, ${edition.issuerEmail}, ${edition.logoCid})
      is distinct from (coalesce(oi.name, i.name), coalesce(oi.url, i.url), coalesce(oi.email, i.email),
        case when oi.issuer_id is null then i.logo_cid else oi.logo_cid end))`;
