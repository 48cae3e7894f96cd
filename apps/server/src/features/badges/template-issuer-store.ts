import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { type StoredBrand, selectBrand, selectVisibleLogo } from '../issuers/sql.ts';

/** Issuer data for templates. */
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
    select i.name, ${selectBrand('i.id')} as brand,
      (select jsonb_build_object('picture', cid, 'width', width, 'height', height) from images where cid = ${selectVisibleLogo('i.logo_cid')}) as logo
    from issuers i where i.id = ${id} and i.account_id = ${accountId} and i.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}
