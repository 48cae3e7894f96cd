import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

type SealedSecrets = { id: string; secret: Buffer; previous: Buffer | null };

export async function readSecretsAfter(
  trx: Trx,
  after: string,
  most: number,
): Promise<SealedSecrets[]> {
  const { rows } = await sql<SealedSecrets>`
    select id, secret, previous_secret as previous from webhooks
    where deleted_at is null and id > ${after} order by id limit ${most} for no key update`.execute(
    trx,
  );
  return rows;
}

/** Current secrets, sorted by id. */
export async function readCurrentSecretsAfter(
  db: Database,
  after: string,
  most: number,
): Promise<Pick<SealedSecrets, 'id' | 'secret'>[]> {
  const { rows } = await sql<Pick<SealedSecrets, 'id' | 'secret'>>`
    select id, secret from webhooks
    where deleted_at is null and id > ${after} order by id limit ${most}`.execute(db);
  return rows;
}

export async function saveSecrets(
  trx: Trx,
  id: string,
  secret: Buffer,
  previous: Buffer | null,
): Promise<void> {
  await sql`update webhooks set secret = ${secret}, previous_secret = ${previous} where id = ${id}`.execute(
    trx,
  );
}
