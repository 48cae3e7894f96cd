import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

/** Resets the endpoint. Failed deliveries stay failed. */
export async function enableStoredEndpoint(trx: Trx, id: string): Promise<void> {
  await sql`update webhooks set active = true, failure_count = 0, failing_since = null, next_attempt_at = '-infinity'
    where id = ${id} and not active`.execute(trx);
}

export async function replaceSecret(
  trx: Trx,
  id: string,
  secret: Buffer,
  previousUntil: Date,
): Promise<void> {
  await sql`update webhooks set previous_secret = secret, previous_until = ${previousUntil}, secret = ${secret}
    where id = ${id}`.execute(trx);
}

export async function insertPingDelivery(
  trx: Trx,
  id: string,
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<void> {
  await sql`with made as (
      insert into deliveries (id, webhook_id, account_id, type, created_at)
      values (${id}, ${webhookId}, ${accountId}, 'ping', ${now}) returning webhook_id, id, type, created_at)
    insert into waiting_deliveries (webhook_id, id, type, created_at) select * from made`.execute(
    trx,
  );
}

/** Hides the endpoint at once. Its log is deleted later. */
export async function markEndpointDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update webhooks set deleted_at = ${now}, active = false, secret = '', previous_secret = null
    where id = ${id}`.execute(trx);
}
