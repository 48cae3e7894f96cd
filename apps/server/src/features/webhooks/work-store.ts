import { type RawBuilder, sql } from 'kysely';
import { type Database, MAX_STEP_ROWS, repeatInSteps, type Trx } from '../../platform/db/index.ts';
import type { EndpointOutage, EventPayload, FailureOutcome } from './rules.ts';

const claimMs = 30_000;
/** Deliveries paused by a restore are due later than that. */
const lastDue = sql`'9999-12-31'::timestamptz`;
const claimExpiry = sql`now() + ${sql.lit(claimMs)} * interval '1 millisecond'`;

type ClaimLimits = {
  /** Endpoints that this worker serves. */
  running: { id: string; accountId: string }[];
  limit: number;
  /** Includes those that this worker serves. */
  perAccount: number;
};

/**
 * Claims endpoints with due deliveries for 30 s, longest waiting first. Includes our earlier claims
 * that aren't in `running`, which couldn't be released.
 */
export async function claimEndpoints(
  db: Database,
  worker: string,
  { running, limit, perAccount }: ClaimLimits,
): Promise<{ id: string; accountId: string }[]> {
  const isFree = sql`w.active and w.next_attempt_at <= now()
    and (w.claimed_until <= now() or w.claimed_by = ${worker}) and w.id <> all(${running.map(({ id }) => id)}::uuid[])`;
  const { rows } = await sql<{ id: string; accountId: string }>`
    with recursive busy as (
      (select webhook_id as id from waiting_deliveries order by webhook_id limit 1)
      union all
      select (select v.webhook_id from waiting_deliveries v where v.webhook_id > b.id order by v.webhook_id limit 1)
      from busy b where b.id is not null),
    ready as materialized (
      select w.id, row_number() over (partition by w.account_id order by w.last_delivery_at nulls first)
        + (select count(*) from unnest(${running.map(({ accountId }) => accountId)}::uuid[]) served where served = w.account_id) as place
      from webhooks w
      where w.id in (select id from busy) and ${isFree}
        and (
          select true from waiting_deliveries v where v.webhook_id = w.id
            and v.due_at <= case when w.failure_count > 0 then ${lastDue} else now() end order by v.id limit 1)),
    free as (
      select w.id from webhooks w
      where w.id in (select id from ready where place <= ${perAccount}) and ${isFree}
      order by w.last_delivery_at nulls first limit ${limit} for no key update of w skip locked)
    update webhooks w set claimed_by = ${worker}, claimed_until = ${claimExpiry} from free where w.id = free.id
    returning w.id, w.account_id as "accountId"`.execute(db);
  return rows;
}

export async function renewEndpointClaims(
  db: Database,
  worker: string,
  ids: string[],
): Promise<void> {
  await sql`update webhooks set claimed_until = ${claimExpiry} where claimed_by = ${worker} and id = any(${ids}::uuid[])`.execute(
    db,
  );
}

export async function releaseEndpoint(db: Database, worker: string, id: string): Promise<void> {
  await sql`update webhooks set claimed_until = '-infinity', claimed_by = null where id = ${id} and claimed_by = ${worker}`.execute(
    db,
  );
}

/** For a process that knows it is alone: no earlier process still has a claim. */
export async function releaseAllEndpoints(db: Database): Promise<void> {
  await sql`update webhooks set claimed_until = '-infinity', claimed_by = null where claimed_by is not null`.execute(
    db,
  );
}

export type Endpoint = {
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  failureCount: number;
  lastLatencyMs: number | null;
};

/** Returns undefined if the claim was lost or nothing may be sent now. */
export async function findClaimedEndpoint(
  db: Database,
  worker: string,
  id: string,
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select url, secret, previous_secret as "previousSecret", previous_until as "previousUntil",
      failure_count as "failureCount", last_latency_ms as "lastLatencyMs"
    from webhooks where id = ${id} and claimed_by = ${worker} and active and next_attempt_at <= now()`.execute(
    db,
  );
  return rows[0];
}

export type DueDelivery = EventPayload & {
  id: string;
  createdAt: Date;
  /** The trace of the request that caused the event. */
  traceparent: string | null;
};

const selectDeliveries = sql`
  select id, type, credential_id as "credentialId", created_at as "createdAt", data, traceparent from waiting_deliveries`;

/** Due deliveries after an id and except `excludedIds`, oldest first. */
export async function readDueDeliveries(
  db: Database | Trx,
  webhookId: string,
  after: string | undefined,
  excludedIds: string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`${selectDeliveries}
    where webhook_id = ${webhookId} and due_at <= now()
      ${after === undefined ? sql`` : sql`and id > ${after}`}
      ${excludedIds.length === 0 ? sql`` : sql`and id <> all(${excludedIds}::uuid[])`}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The delivery with the fewest attempts in this outage, then the oldest. While an endpoint fails,
 * its own pause counts, not theirs.
 */
export async function findNextProbe(
  db: Database,
  webhookId: string,
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`${selectDeliveries}
    where webhook_id = ${webhookId} and due_at <= ${lastDue} order by outage_tries, id limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Seconds since the oldest unpaused delivery was due; 0 if there is none. */
export async function readOldestDueSeconds(db: Database | Trx): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(greatest(v.created_at, v.due_at, w.next_attempt_at))), 0)::float as age
    from webhooks w cross join lateral (
      select created_at, due_at from waiting_deliveries where webhook_id = w.id and due_at <= now() order by id limit 1) v
    where w.active and w.next_attempt_at <= now()`.execute(db);
  return Math.max(0, rows[0]?.age ?? 0);
}

/** Pending deliveries of all endpoints, counted up to `limit`. */
export async function countWaitingDeliveries(db: Database | Trx, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from waiting_deliveries limit ${limit}) counted`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export type DeliveryResult = {
  id: string;
  webhookId: string;
  started: Date;
  /** In milliseconds. */
  latency: number;
  status: number | null;
  /** Null if delivered. */
  error: string | null;
  response: string | null;
  /** Retry-After in milliseconds. */
  retryAfter: number | null;
  jitter: number;
};

/** Records deliveries. `webhooks` lists all endpoints of the transaction, which it locks. */
export async function recordDeliveredAttempts(
  db: Database | Trx,
  webhooks: string[],
  delivered: DeliveryResult[],
): Promise<void> {
  const rows = delivered.map(({ error: _, retryAfter: _r, jitter: _j, ...rest }) => rest);
  await sql`select record_delivered(p_webhooks => ${webhooks}, p_delivered => ${JSON.stringify(rows)}, p_now => now())`.execute(
    db,
  );
}

/** `now` is the transaction's time, `clock` the statement's. Times in epoch milliseconds. */
export type OutageRow = EndpointOutage & { id: string; now: number; clock: number };

const epochMs = (time: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${time}) * 1000)::float`;

export async function readOutages(trx: Trx, ids: string[]): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`
    select id, active, failure_count as "failureCount", ${epochMs(sql`failing_since`)} as "failingSince", ${epochMs(sql`now()`)} as now,
      ${epochMs(sql`clock_timestamp()`)} as clock
    from webhooks where id = any(${ids}::uuid[]) order by id`.execute(trx);
  return rows;
}

/** Attempts of each pending delivery, locked until the transaction ends. */
export async function lockAttemptCounts(trx: Trx, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; attempts: number }>`
    select id, attempts from deliveries
    where id = any(${ids}::uuid[]) and state = 'pending' order by id for no key update`.execute(
    trx,
  );
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}

export type FailedAttempt = DeliveryResult & { attempt: number; dueIn: number | null };
export type FailedWebhook = Pick<DeliveryResult, 'id' | 'status' | 'latency'> & FailureOutcome;

export async function recordFailedAttempts(
  trx: Trx,
  attempts: FailedAttempt[],
  webhooks: FailedWebhook[],
): Promise<void> {
  await sql`select record_failed(p_tried => ${JSON.stringify(attempts)}, p_webhooks => ${JSON.stringify(webhooks)}, p_now => now())`.execute(
    trx,
  );
}

/** Pauses all deliveries, because a restored service might repeat them. */
export async function pauseDeliveries(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update waiting_deliveries set due_at = 'infinity'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const selectPausedBatch = sql`
  select ctid from waiting_deliveries where due_at = 'infinity' limit ${MAX_STEP_ROWS} for update`;

export async function countPausedDeliveries(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from waiting_deliveries where due_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function listAccountsWithPaused(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from webhooks w
    where exists (select 1 from waiting_deliveries v where v.webhook_id = w.id and v.due_at = 'infinity')`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export function resumeDeliveries(trx: Trx): Promise<number> {
  return repeatInSteps(async () => {
    const { numAffectedRows } = await sql`
      update waiting_deliveries set due_at = '-infinity' where ctid = any(array(${selectPausedBatch}))`.execute(
      trx,
    );
    return Number(numAffectedRows ?? 0);
  });
}

/** Fails paused deliveries. Accounts can redeliver them. */
export async function failPausedDeliveries(trx: Trx, error: string): Promise<number> {
  let failed = 0;
  await repeatInSteps(async () => {
    const { rows } = await sql<{ paused: number; failed: number }>`
      with paused as (delete from waiting_deliveries where ctid = any(array(${selectPausedBatch})) returning id),
        failed as (
          update deliveries d set state = 'failed', done_at = now(), last_error = ${error}
          from paused where d.id = paused.id and d.state = 'pending' returning 1)
      select (select count(*)::int from paused) as paused, (select count(*)::int from failed) as failed`.execute(
      trx,
    );
    failed += rows[0]?.failed ?? 0;
    return rows[0]?.paused ?? 0;
  });
  return failed;
}
