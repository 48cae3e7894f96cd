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

/** Of the first and of the last that were issued, with what they hang on. */
export async function sampledIds(
  db: Database,
  most: number,
): Promise<{ credentialId: string; badgeId: string; issuerId: string }[]> {
  const { rows } = await sql<{ credentialId: string; badgeId: string; issuerId: string }>`
    select c.id as "credentialId", b.id as "badgeId", b.issuer_id as "issuerId"
    from ((select id, badge_id, account_id from credentials order by id limit ${most})
      union (select id, badge_id, account_id from credentials order by id desc limit ${most})) c
    join badges b on b.id = c.badge_id
    where ${staying('c.account_id')} order by c.id`.execute(db);
  return rows;
}
