import { defaultBrand } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { StoredBrand } from './brand/rules.ts';
import { MIN_BRAND_LOGO_SIZE } from './rules.ts';

export type { StoredBrand } from './brand/rules.ts';

export const defaultStoredBrand: StoredBrand = {
  ...defaultBrand,
  logoDarkCid: null,
  logoDark512: null,
  website: null,
  certificateId: null,
  certificateVersion: null,
  cardId: null,
  cardVersion: null,
  signatures: [],
};

/** SQL for the brand that the issuer in a column has now. */
export function selectCurrentBrand(issuerId: RawBuilder<unknown>): RawBuilder<StoredBrand> {
  return sql`coalesce((
    select jsonb_build_object('accentColor', accent_color, 'logoDarkCid', logo_dark_cid,
      'logoDark512', (select sized_cid from image_sizes where cid = logo_dark_cid and side = 512), 'website', website, 'footText', foot_text,
      'certificateStyle', certificate_style, 'orientation', orientation, 'paper', paper, 'language', language, 'searchIndexing', search_indexing,
      'certificateId', certificate_id, 'certificateVersion', certificate_version, 'cardId', card_id, 'cardVersion', card_version,
      'signatures', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'title', title, 'pictureCid', picture_cid) order by position), '[]')
        from brand_signatures where issuer_id = brands.issuer_id))
    from brands where issuer_id = ${issuerId}), ${JSON.stringify(defaultStoredBrand)}::jsonb)`;
}

/**
 * SQL for the logo in a column, resized if larger than `side`. Null for invisible logos, which
 * would leave a gap next to the name.
 */
export function selectVisibleLogo(
  logoCid: RawBuilder<unknown>,
  side?: 512 | 128,
): RawBuilder<string | null> {
  const { width, height } = MIN_BRAND_LOGO_SIZE;
  const sized = sql`select sized_cid from image_sizes where image_sizes.cid = images.cid and side = ${side}::int`;
  const cid = side ? sql`coalesce((${sized}), images.cid)` : sql`images.cid`;
  return sql`(select ${cid} from images where cid = ${logoCid} and width >= ${width} and height >= ${height})`;
}
