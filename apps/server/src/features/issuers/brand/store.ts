import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { isNotLeaving } from '../../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand } from '../sql.ts';

export const brandLogos = { table: 'brands', column: 'logo_dark_cid', of: 'issuer_id' };
export const brandSignatures = {
  ...{ table: 'brand_signatures', column: 'picture_cid' },
  of: 'issuer_id',
};

export type BrandRow = {
  accountId: string;
  logoCid: string | null;
  brand: StoredBrand;
};

/** Reads the brand of an issuer of any account. */
export async function findBrand(
  db: Database | Trx,
  issuerId: string,
): Promise<BrandRow | undefined> {
  const { rows } = await sql<BrandRow>`
    select i.account_id as "accountId", i.logo_cid as "logoCid", ${selectCurrentBrand(sql`i.id`)} as brand
    from issuers i where i.id = ${issuerId} and i.deleted_at is null and ${isNotLeaving('i.account_id')}`.execute(
    db,
  );
  return rows[0];
}

/** Replaces the brand. The issuer is locked. */
export async function saveBrand(trx: Trx, issuerId: string, brand: StoredBrand): Promise<void> {
  await sql`
    insert into brands (issuer_id, accent_color, logo_dark_cid, website, foot_text, certificate_style, orientation, paper, language, search_indexing, certificate_id, certificate_version, card_id, card_version)
    values (${issuerId}, ${brand.accentColor}, ${brand.logoDarkCid}, ${brand.website}, ${brand.footText},
      ${brand.certificateStyle}, ${brand.orientation}, ${brand.paper}, ${brand.language}, ${brand.searchIndexing},
      ${brand.certificateId}, ${brand.certificateVersion}, ${brand.cardId}, ${brand.cardVersion})
    on conflict (issuer_id) do update set accent_color = excluded.accent_color, logo_dark_cid = excluded.logo_dark_cid,
      website = excluded.website, foot_text = excluded.foot_text, certificate_style = excluded.certificate_style,
      orientation = excluded.orientation, paper = excluded.paper, language = excluded.language,
      search_indexing = excluded.search_indexing, certificate_id = excluded.certificate_id,
      certificate_version = excluded.certificate_version, card_id = excluded.card_id, card_version = excluded.card_version`.execute(
    trx,
  );
  await sql`delete from brand_signatures where issuer_id = ${issuerId}`.execute(trx);
  const signatures = brand.signatures.map((signature, position) => ({ position, ...signature }));
  await sql`
    insert into brand_signatures (issuer_id, position, name, title, picture_cid)
    select ${issuerId}, position, name, title, "pictureCid"
    from jsonb_to_recordset(${JSON.stringify(signatures)}) as r(position smallint, name text, title text, "pictureCid" text)`.execute(
    trx,
  );
}

export async function isDefaultDesign(trx: Trx, issuerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from brands where issuer_id = ${issuerId} and (certificate_id = ${id} or card_id = ${id})`.execute(
    trx,
  );
  return rows.length > 0;
}

/** The issuer is locked, and its previous edition kept. */
export async function setDefaultDesignVersion(
  trx: Trx,
  issuerId: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await sql`update brands set
      certificate_version = case when certificate_id = ${id} then ${version} else certificate_version end,
      card_version = case when card_id = ${id} then ${version} else card_version end
    where issuer_id = ${issuerId}`.execute(trx);
}
