import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

type Sealed = { id: string; secret: Buffer; previous: Buffer | null };

export async function secretsAfter(trx: Trx, after: string, most: number): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select id, secret, previous_secret as previous from webhooks
    where deleted_at is null and id > ${after} order by id limit ${most} for no key update`.execute(
    trx,
  );
  return rows;
}

/** Current secrets, sorted by id. */
export async function presentSecretsAfter(
  db: Database,
  after: string,
  most: number,
): Promise<Pick<Sealed, 'id' | 'secret'>[]> {
  const { rows } = await sql<Pick<Sealed, 'id' | 'secret'>>`
    select id, secret from webhooks
    where deleted_at is null and id > ${after} order by id limit ${most}`.execute(db);
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
