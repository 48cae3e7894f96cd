import { sql } from 'kysely';
import { deleteBatch, oldestFirst, type Trx } from '../../platform/db/index.ts';

/**
 * Deletes up to `most` rows of a deleted endpoint's log, then the endpoint. Returns false when
 * done.
 */
export async function deleteLogBatch(trx: Trx, id: string, most: number): Promise<boolean> {
  // Locks the endpoint first, as recording attempts does.
  const { rows } =
    await sql`select 1 from webhooks where id = ${id} and deleted_at is not null for no key update`.execute(
      trx,
    );
  if (rows.length === 0) return false;
  const { where, order } = oldestFirst({ webhook_id: id }, 'id', undefined);
  const { numAffectedRows } = await sql`
    delete from deliveries where id in (
      select id from deliveries where ${where} ${order} limit ${most} for update skip locked)`.execute(
    trx,
  );
  if (numAffectedRows === BigInt(most)) return true;
  // Waits for events being written and deletes their deliveries too.
  await sql`delete from webhooks where id = ${id}`.execute(trx);
  return false;
}

export async function deleteCredentialDeliveries(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from deliveries where credential_id = any(${credentialIds}::uuid[])`.execute(
    trx,
  );
}

export function deleteDeliveriesBefore(trx: Trx, end: string): Promise<'again' | undefined> {
  const deliveries = sql`id < ${end} and state <> 'pending'`;
  // Attempts whose deliveries' partition was dropped.
  const attempts = sql`delivery_id < ${end} and not exists (select from deliveries d where d.id = delivery_id)`;
  return deleteBatch(
    trx,
    { table: 'deliveries', by: 'id', where: deliveries },
    { table: 'delivery_attempts', by: 'delivery_id', where: attempts },
  );
}

/** True if a delivery with an id below `end` is still pending. */
export async function hasWaitingDeliveries(trx: Trx, begin: string, end: string): Promise<boolean> {
  const { rows } = await sql`
    select from waiting_deliveries where id >= ${begin} and id < ${end} limit 1`.execute(trx);
  return rows.length > 0;
}
