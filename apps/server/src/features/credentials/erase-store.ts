import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

export type Erased = { badgeId: string; email: string };

/** What the account had issued; undefined when it has no such credential. */
export async function eraseCredential(
  trx: Trx,
  accountId: string,
  id: string,
  now: Date,
): Promise<Erased | undefined> {
  const { rows } = await sql<Erased>`
    delete from credentials where id = ${id} and account_id = ${accountId}
    returning badge_id as "badgeId", recipient_email as email`.execute(trx);
  if (!rows[0]) return undefined;
  await sql`delete from events where credential_id = ${id}`.execute(trx);
  await sql`delete from deliveries where credential_id = ${id}`.execute(trx);
  await sql`delete from jobs where id in (select id from mails where credential_id = ${id})`.execute(
    trx,
  );
  await sql`delete from mails where credential_id = ${id}`.execute(trx);
  await sql`insert into erased_credentials values (${id}, ${now})`.execute(trx);
  return rows[0];
}

export type Dropped = { badgeId: string; issuerId: string | undefined };

/**
 * A deleted badge stays only while a credential refers to it, and a deleted issuer while such a badge does. Each is held
 * before anything is counted, so that of two who take the last ones away at once the second sees it.
 */
export async function dropUnusedBadge(trx: Trx, badgeId: string): Promise<Dropped | undefined> {
  await sql`select 1 from badges where id = ${badgeId} for no key update`.execute(trx);
  const { rows } = await sql<{ issuerId: string }>`
    delete from badges b where id = ${badgeId} and deleted_at is not null
      and not exists (select 1 from credentials where badge_id = b.id) returning issuer_id as "issuerId"`.execute(
    trx,
  );
  if (!rows[0]) return undefined;
  const { issuerId } = rows[0];
  await sql`select 1 from issuers where id = ${issuerId} for no key update`.execute(trx);
  const gone = await sql`
    delete from issuers i where id = ${issuerId} and deleted_at is not null
      and not exists (select 1 from badges where issuer_id = i.id) returning 1`.execute(trx);
  return { badgeId, issuerId: gone.rows.length > 0 ? issuerId : undefined };
}
