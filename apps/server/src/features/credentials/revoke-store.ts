import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

type Revocation = { revokedAt: Date | null; revocationReason: string | null };

export async function credentialLocked(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Revocation | undefined> {
  const { rows } = await sql<Revocation>`
    select revoked_at as "revokedAt", revocation_reason as "revocationReason"
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

export async function markRevoked(
  trx: Trx,
  id: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await sql`update credentials set revoked_at = ${now}, revocation_reason = ${reason} where id = ${id}`.execute(
    trx,
  );
}
