import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import {
  byValues,
  type Database,
  dropSome,
  newestFirst,
  oldestFirst,
  type Trx,
} from '../../platform/db/index.ts';
import { type EventPayload, keptMs } from './rules.ts';

export type WebhookRow = {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  failureCount: number;
  createdAt: Date;
  lastStatus: number | null;
  lastDeliveryAt: Date | null;
};

/** Endpoints of the account; no other is registered until the transaction ends. */
export async function countLocked(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from webhooks where account_id = ${accountId} and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

type NewWebhook = {
  id: string;
  accountId: string;
  url: string;
  events: string[];
  secret: Buffer;
  now: Date;
};

export async function insertWebhook(trx: Trx, w: NewWebhook): Promise<void> {
  await sql`insert into webhooks (id, account_id, url, events, secret, created_at)
    values (${w.id}, ${w.accountId}, ${w.url}, ${w.events}, ${w.secret}, ${w.now})`.execute(trx);
}

export async function webhooksOf(db: Database, accountId: string): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select id, url, events, active, failure_count as "failureCount", created_at as "createdAt",
      last_status as "lastStatus", last_delivery_at as "lastDeliveryAt"
    from webhooks where account_id = ${accountId} and deleted_at is null order by id`.execute(db);
  return rows;
}

/** It is gone for everybody from now on; nothing of its log is touched, so that nobody waits for that. */
export async function markDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update webhooks set deleted_at = ${now}, active = false, secret = '', previous_secret = null
    where id = ${id}`.execute(trx);
}

/** Drops up to `most` of a deleted endpoint's log, and the endpoint with the last of it; false when it was that. */
export async function dropLog(trx: Trx, id: string, most: number): Promise<boolean> {
  // As those do who record attempts: the endpoint first.
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
  // Waits for events that are just being written, and takes theirs along.
  await sql`delete from webhooks where id = ${id}`.execute(trx);
  return false;
}

export type LockedWebhook = { active: boolean; secret: Buffer };

/** Nobody else changes it until the transaction ends; events go on to be written for it. */
export async function webhookLocked(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<LockedWebhook | undefined> {
  const { rows } = await sql<LockedWebhook>`
    select active, secret from webhooks
    where id = ${id} and account_id = ${accountId} and deleted_at is null for no key update`.execute(
    trx,
  );
  return rows[0];
}

/** It starts anew; what failed stays failed. */
export async function enable(trx: Trx, id: string): Promise<void> {
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

export async function insertPing(
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

export type Attempt = {
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
  attempts: Attempt[];
};
export type DeliveryFilter = {
  type?: string | undefined;
  state?: DeliveryRow['state'] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** Few are pending or failed among the delivered: the table of what waits and an index lead to those. */
const inState = {
  pending: sql`and d.state = 'pending'`,
  failed: sql`and d.state = 'failed' and d.last_error is not null`,
  delivered: sql`and d.state = 'delivered'`,
};

/** Newest first, after `lastId`; undefined when the account has no such endpoint. */
export async function deliveriesPage(
  db: Database,
  webhookId: string,
  { type, state, since, until }: DeliveryFilter,
  lastId: string | undefined,
  most: number,
): Promise<DeliveryRow[]> {
  const log = state === 'pending' ? 'v' : 'd';
  const { where, order } = newestFirst({ [`${log}.webhook_id`]: webhookId }, `${log}.id`, lastId);
  const { rows } = await sql<DeliveryRow>`${byValues}
    select d.id, d.type, w.url, d.state, d.created_at as "createdAt", d.done_at as "doneAt", d.attempts as "attemptCount",
      case when d.state = 'pending' then greatest(nullif(v.due_at, '-infinity'), nullif(w.next_attempt_at, '-infinity'), d.created_at) end as "nextAttemptAt",
      d.last_status as "lastStatus", d.last_error as "lastError", d.credential_id as "credentialId", e.created_at as "eventAt", e.data,
      (select coalesce(jsonb_agg(jsonb_build_object('at', floor(extract(epoch from a.started_at) * 1000), 'latencyMs', a.latency_ms,
        'status', a.status, 'error', a.error, 'response', a.response) order by a.started_at), '[]') from (
        select started_at, latency_ms, status, error, response from delivery_attempts where delivery_id = d.id
        union all select d.started_at, d.latency_ms, d.last_status, null, d.response where d.started_at is not null) a) as attempts
    from deliveries d join webhooks w on w.id = d.webhook_id left join events e on e.id = d.event_id
      left join waiting_deliveries v on v.webhook_id = d.webhook_id and v.id = d.id
    where ${where}
      ${type === undefined ? sql`` : sql`and d.type = ${type}`}
      ${state === undefined ? sql`` : inState[state]}
      ${since === undefined ? sql`` : sql`and d.created_at >= ${since}`}
      ${until === undefined ? sql`` : sql`and d.created_at <= ${until}`}
    ${order} limit ${most}`.execute(db);
  return rows;
}

export async function hasWebhook(db: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(
      db,
    );
  return rows.length > 0;
}

/** Those of one endpoint that are `wanted` wait anew; what had succeeded joins what had failed. Returns how many. */
async function waitAgain(
  trx: Trx,
  webhookId: string,
  wanted: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`${byValues}
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
    from wanted w left join events e on e.id = w.event_id
    on conflict (webhook_id, id) do update set outage_tries = 0, due_at = '-infinity'`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** False when there is none. */
export async function deliverAgain(trx: Trx, webhookId: string, id: string): Promise<boolean> {
  return (await waitAgain(trx, webhookId, sql`id = ${id}`)) === 1;
}

export function deliverFailedAgain(trx: Trx, webhookId: string, since: Date): Promise<number> {
  return waitAgain(
    trx,
    webhookId,
    sql`state = 'failed' and last_error is not null and created_at >= ${since}`,
  );
}

export function forgetDeliveries(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`id < ${firstIdAt(new Date(now.getTime() - keptMs))} and state <> 'pending'`;
  return dropSome(trx, { table: 'deliveries', by: 'id', where });
}

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
