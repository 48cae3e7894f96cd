import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

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
