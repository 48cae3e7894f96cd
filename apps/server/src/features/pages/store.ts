import type { BadgeDetails } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

export type PageIssuer = {
  accountId: string;
  issuerId: string;
  issuerName: string;
  issuerUrl: string;
  issuerEmail: string;
  isVerified: boolean;
  /** At 128 pixels if larger. */
  logoCid: string | null;
  /** At 512 pixels if larger. */
  wideLogoCid: string | null;
  brand: StoredBrand;
};
export type PageBadge = PageIssuer & {
  id: string;
  name: string;
  description: string;
  criteria: string;
  pictureCid: string;
  details: BadgeDetails | null;
};

const issuerColumns = sql`i.account_id as "accountId", i.id as "issuerId", i.name as "issuerName", i.url as "issuerUrl", i.email as "issuerEmail",
  i.verified_at is not null as "isVerified",
  ${selectVisibleLogo(sql`i.logo_cid`, 128)} as "logoCid",
  ${selectVisibleLogo(sql`i.logo_cid`, 512)} as "wideLogoCid", ${selectCurrentBrand(sql`i.id`)} as brand`;

/** Includes deleted badges needed by a revoked credential, like their public documents. */
export async function findBadgeForPage(db: Database, id: string): Promise<PageBadge | undefined> {
  const { rows } = await sql<PageBadge>`
    select b.id, b.name, b.description, b.criteria,
      coalesce((select sized_cid from image_sizes where cid = b.image_cid and side = 512), b.image_cid) as "pictureCid",
      b.details,
      ${issuerColumns}
    from badges b join issuers i on i.id = b.issuer_id 
    where b.id = ${id} and ${isNotLeaving('b.account_id')}`.execute(db);
  return rows[0];
}

export async function findIssuerForPage(db: Database, id: string): Promise<PageIssuer | undefined> {
  const { rows } = await sql<PageIssuer>`
    select ${issuerColumns} from issuers i where i.id = ${id} and ${isNotLeaving('i.account_id')}`.execute(
    db,
  );
  return rows[0];
}
