import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

export type ErasedCredential = { badgeId: string; email: string };

/**
 * Locks a credential until the transaction ends. Undefined if the account has no such credential.
 */
export async function lockCredentialToErase(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<ErasedCredential | undefined> {
  const { rows } = await sql<ErasedCredential>`
    select badge_id as "badgeId", recipient_email as email
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

export async function eraseCredentialRows(trx: Trx, ids: string[], now: Date): Promise<void> {
  await sql`insert into erased_credentials select id, ${now} from unnest(${ids}::uuid[]) id`.execute(
    trx,
  );
  await sql`delete from credentials where id = any(${ids}::uuid[])`.execute(trx);
}
