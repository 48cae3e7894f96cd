import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { staying } from '../accounts/sql.ts';
import { brandOf, type StoredBrand, shownLogo } from '../issuers/sql.ts';

export type ShownIssuer = {
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
export async function shownIssuer(db: Database, id: string): Promise<ShownIssuer | undefined> {
  const { rows } = await sql<ShownIssuer>`
    select i.account_id as "accountId", i.id as "issuerId", i.name as "issuerName", i.url as "issuerUrl",
      i.verified_at is not null as "issuerVerified", ${shownLogo('i.logo_cid')} as "logoCid",
      ${shownLogo('i.logo_cid', 512)} as "wideLogoCid",
      ${brandOf('i.id')} as brand
    from issuers i where i.id = ${id} and i.deleted_at is null and ${staying('i.account_id')}`.execute(
    db,
  );
  return rows[0];
}
