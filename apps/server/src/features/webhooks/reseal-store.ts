import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

/** Secrets of a previous SECRET are sealed with the present one. */
export async function secretsOf(
  trx: Trx,
): Promise<{ id: string; secret: Buffer; previous: Buffer | null }[]> {
  const { rows } = await sql<{ id: string; secret: Buffer; previous: Buffer | null }>`
    select id, secret, previous_secret as previous from webhooks
    where deleted_at is null order by id for no key update`.execute(trx);
  return rows;
}

export async function setSecrets(
  trx: Trx,
  id: string,
  secret: Buffer,
  previous: Buffer | null,
): Promise<void> {
  await sql`update webhooks set secret = ${secret}, previous_secret = ${previous} where id = ${id}`.execute(
    trx,
  );
}
