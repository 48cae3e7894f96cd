import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { staying } from '../accounts/sql.ts';

/** The last one that was issued and still holds, to be looked at as strangers do; undefined where there is none. */
export async function sampleCredential(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from credentials where revoked_at is null and ${staying('account_id')} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}
