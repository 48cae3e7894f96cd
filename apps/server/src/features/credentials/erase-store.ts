import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

export type Held = { badgeId: string; email: string };

/** Nobody else changes it until the transaction ends; undefined when the account has no such credential. */
export async function holdCredential(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select badge_id as "badgeId", recipient_email as email
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

/** All that is known of them but that they are erased. The caller holds them. */
export async function eraseCredentials(trx: Trx, ids: string[], now: Date): Promise<void> {
  await sql`insert into erased_credentials select id, ${now} from unnest(${ids}::uuid[]) id`.execute(
    trx,
  );
  await sql`delete from credentials where id = any(${ids}::uuid[])`.execute(trx);
  for (const table of ['events', 'deliveries'])
    await sql`delete from ${sql.table(table)} where credential_id = any(${ids}::uuid[])`.execute(
      trx,
    );
  await sql`with gone as (delete from mails where credential_id = any(${ids}::uuid[]) returning id)
    delete from jobs using gone where jobs.id = gone.id`.execute(trx);
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
