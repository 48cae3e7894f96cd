import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';

/** Makes the `wanted` deliveries of an endpoint pending again. Returns their number. */
async function requeueDeliveries(
  trx: Trx,
  webhookId: string,
  wanted: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`${customPlan}
    with wanted as (
      select * from deliveries where webhook_id = ${webhookId} and ${wanted} for no key update),
    kept as (
      insert into delivery_attempts select id, attempts, started_at, latency_ms, last_status, null, response
      from wanted where started_at is not null),
    reset as (
      update deliveries y set state = 'pending', attempts = 0, done_at = null, started_at = null, latency_ms = null, response = null
      from wanted where y.id = wanted.id)
    insert into waiting_deliveries (webhook_id, id, type, credential_id, data, created_at)
    select w.webhook_id, w.id, w.type, w.credential_id, e.data, coalesce(e.created_at, w.created_at)
    from wanted w left join events e on e.id = w.event_id and e.account_id = w.account_id
    on conflict (webhook_id, id) do update set outage_tries = 0, due_at = '-infinity'`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Returns false if there is none. */
export async function requeueDelivery(trx: Trx, webhookId: string, id: string): Promise<boolean> {
  return (await requeueDeliveries(trx, webhookId, sql`id = ${id}`)) === 1;
}

export function requeueFailedDeliveries(trx: Trx, webhookId: string, since: Date): Promise<number> {
  return requeueDeliveries(
    trx,
    webhookId,
    sql`state = 'failed' and last_error is not null and created_at >= ${since}`,
  );
}
