import { type RawBuilder, sql } from 'kysely';
import {
  customPlan,
  type Database,
  deleteBatch,
  findIdBounds,
  oldestFirst,
  readPage,
  selectPage,
  type Trx,
  type Window,
} from '../../platform/db/index.ts';
import { deliveryRetentionMs, type EventPayload } from './rules.ts';

export type AttemptRow = {
  at: number;
  latencyMs: number;
  status: number | null;
  error: string | null;
  response: string | null;
};
export type DeliveryRow = EventPayload & {
  id: string;
  url: string;
  state: 'pending' | 'delivered' | 'failed';
  createdAt: Date;
  doneAt: Date | null;
  nextAttemptAt: Date | null;
  attemptCount: number;
  lastStatus: number | null;
  lastError: string | null;
  eventAt: Date | null;
  attempts: AttemptRow[];
};
export type DeliveryFilter = {
  type?: string | undefined;
  state?: DeliveryRow['state'] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/**
 * Endpoints may have millions of deliveries in any one state. Each state therefore has an index,
 * and so do pending deliveries.
 */
const inState = {
  pending: sql`d.state = 'pending'`,
  failed: sql`d.state = 'failed' and d.last_error is not null`,
  delivered: sql`d.state = 'delivered' and d.last_error is null`,
};

/** Returns deliveries newest first, after `lastId`. Empty if the account has no such endpoint. */
export function deliveriesPage(
  db: Database,
  webhookId: string,
  filter: DeliveryFilter,
  { lastId, limit, now }: { lastId: string | undefined; limit: number; now: Date },
): Promise<DeliveryRow[]> {
  const range = { ...findIdBounds(filter, lastId), retentionMs: deliveryRetentionMs, now };
  // A table without partitions lists pending deliveries.
  if (filter.state === 'pending') return readDeliveries(db, webhookId, filter, [range], limit);
  return readPage(range, limit, (windows, left) =>
    readDeliveries(db, webhookId, filter, windows, left),
  );
}

async function readDeliveries(
  db: Database,
  webhookId: string,
  { type, state, since, until }: DeliveryFilter,
  windows: Window[],
  limit: number,
): Promise<DeliveryRow[]> {
  const isPending = state === 'pending';
  const log = isPending ? 'v' : 'd';
  const page = selectPage(windows, {
    select: isPending
      ? sql`select d.* from waiting_deliveries v join deliveries d on d.id = v.id`
      : sql`select d.* from deliveries d`,
    owner: {
      [`${log}.webhook_id`]: webhookId,
      ...(type !== undefined && { [`${log}.type`]: type }),
    },
    id: `${log}.id`,
    also: sql.join(
      [
        state === undefined ? sql`true` : inState[state],
        ...(since === undefined ? [] : [sql`d.created_at >= ${since}`]),
        ...(until === undefined ? [] : [sql`d.created_at <= ${until}`]),
      ],
      sql` and `,
    ),
    limit,
  });
  const { rows } = await sql<DeliveryRow>`${customPlan}
    with ${page}
    select d.id, d.type, w.url, d.state, d.created_at as "createdAt", d.done_at as "doneAt", d.attempts as "attemptCount",
      case when d.state = 'pending' and v.due_at is distinct from 'infinity' then greatest(nullif(v.due_at, '-infinity'), nullif(w.next_attempt_at, '-infinity'), d.created_at) end as "nextAttemptAt",
      d.last_status as "lastStatus", d.last_error as "lastError", d.credential_id as "credentialId", e.created_at as "eventAt", e.data,
      (select coalesce(jsonb_agg(jsonb_build_object('at', floor(extract(epoch from a.started_at) * 1000), 'latencyMs', a.latency_ms,
        'status', a.status, 'error', a.error, 'response', a.response) order by a.started_at), '[]') from (
        select started_at, latency_ms, status, error, response from delivery_attempts where delivery_id = d.id
        union all select d.started_at, d.latency_ms, d.last_status, null, d.response where d.started_at is not null) a) as attempts
    from page d join webhooks w on w.id = d.webhook_id ${joinEvent('d')}
      left join waiting_deliveries v on v.webhook_id = d.webhook_id and v.id = d.id
    order by d.id desc`.execute(db);
  return rows;
}

/**
 * Joins the event of a delivery as `e`. If the credential's issuer moved to another account, the
 * event did too, and the delivery stayed.
 */
function joinEvent(delivery: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${delivery}.${name}`);
  return sql`left join lateral (
    select created_at, data from events where account_id = ${column('account_id')} and id = ${column('event_id')}
    union all select created_at, data from events
      where credential_id = ${column('credential_id')} and id = ${column('event_id')} and account_id <> ${column('account_id')}
    limit 1) e on true`;
}

export async function insertPingDelivery(
  trx: Trx,
  id: string,
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<void> {
  await sql`with created as (
      insert into deliveries (id, webhook_id, account_id, type, created_at)
      values (${id}, ${webhookId}, ${accountId}, 'ping', ${now}) returning webhook_id, id, type, created_at)
    insert into waiting_deliveries (webhook_id, id, type, created_at) select * from created`.execute(
    trx,
  );
}

/** Makes an endpoint's deliveries that meet the condition pending again. Returns their number. */
async function requeueDeliveries(
  trx: Trx,
  webhookId: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`${customPlan}
    with selected as (
      select * from deliveries where webhook_id = ${webhookId} and ${condition} for no key update),
    earlier as (
      insert into delivery_attempts select id, attempts, started_at, latency_ms, last_status, null, response
      from selected where started_at is not null),
    reset as (
      update deliveries y set state = 'pending', attempts = 0, done_at = null, started_at = null, latency_ms = null, response = null
      from selected where y.id = selected.id)
    insert into waiting_deliveries (webhook_id, id, type, credential_id, data, created_at)
    select w.webhook_id, w.id, w.type, w.credential_id, e.data, coalesce(e.created_at, w.created_at)
    from selected w ${joinEvent('w')}
    on conflict (webhook_id, id) do update set outage_tries = 0, due_at = '-infinity'`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Returns false if the endpoint has no such delivery. */
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

/**
 * Deletes up to `limit` rows of a deleted endpoint's log, then the endpoint. Returns false when
 * done.
 */
export async function deleteLogBatch(trx: Trx, id: string, limit: number): Promise<boolean> {
  // Locks the endpoint first, as recording attempts does.
  const { rows } =
    await sql`select 1 from webhooks where id = ${id} and deleted_at is not null for no key update`.execute(
      trx,
    );
  if (rows.length === 0) return false;
  const { where, order } = oldestFirst({ webhook_id: id }, 'id', undefined);
  const { numAffectedRows } = await sql`
    delete from deliveries where id in (
      select id from deliveries where ${where} ${order} limit ${limit} for update skip locked)`.execute(
    trx,
  );
  if (numAffectedRows === BigInt(limit)) return true;
  // Waits for events being written and deletes their deliveries too.
  await sql`delete from webhooks where id = ${id}`.execute(trx);
  return false;
}

export async function deleteCredentialDeliveries(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from deliveries where credential_id = any(${credentialIds}::uuid[])`.execute(
    trx,
  );
}

export async function deleteEventDeliveries(
  trx: Trx,
  credentialIds: string[],
  eventIds: string[],
): Promise<void> {
  await sql`delete from deliveries
    where credential_id = any(${credentialIds}::uuid[]) and event_id = any(${eventIds}::uuid[])`.execute(
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
