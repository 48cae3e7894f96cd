import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';

/** The newest valid credential, to check as an outsider would. Undefined if there is none. */
export async function findLatestValidCredential(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from credentials where revoked_at is null and ${isNotLeaving('account_id')} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Ids of the first and last issued credentials with their badges and issuers. */
export async function pickDocumentIds(
  db: Database,
  most: number,
): Promise<{ credentialId: string; badgeId: string; issuerId: string }[]> {
  const { rows } = await sql<{ credentialId: string; badgeId: string; issuerId: string }>`
    select c.id as "credentialId", b.id as "badgeId", b.issuer_id as "issuerId"
    from ((select id, badge_id, account_id from credentials order by id limit ${most})
      union (select id, badge_id, account_id from credentials order by id desc limit ${most})) c
    join badges b on b.id = c.badge_id
    where ${isNotLeaving('c.account_id')} order by c.id`.execute(db);
  return rows;
}
