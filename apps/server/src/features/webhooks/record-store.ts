import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { EndpointOutage, FailureOutcome } from './rules.ts';

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
  const told = delivered.map(({ error: _, retryAfter: _r, jitter: _j, ...rest }) => rest);
  await sql`select record_delivered(p_webhooks => ${webhooks}, p_delivered => ${JSON.stringify(told)}, p_now => now())`.execute(
    db,
  );
}

/** `now` is the transaction's time. Times in epoch milliseconds. */
export type OutageRow = EndpointOutage & { id: string; now: number };

const epochMs = (time: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${time}) * 1000)::float`;

export async function readOutages(trx: Trx, ids: string[]): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`
    select id, active, failure_count as "failureCount", ${epochMs(sql`failing_since`)} as "failingSince", ${epochMs(sql`now()`)} as now
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
  tried: FailedAttempt[],
  webhooks: FailedWebhook[],
): Promise<void> {
  await sql`select record_failed(p_tried => ${JSON.stringify(tried)}, p_webhooks => ${JSON.stringify(webhooks)}, p_now => now())`.execute(
    trx,
  );
}

export type DisabledEndpoint = {
  url: string;
  accountId: string;
  failureCount: number;
  lastStatus: number | null;
  people: string[];
};

/** An endpoint with the addresses of its account's owner and admins. */
export async function findDisabledEndpoint(
  trx: Trx,
  id: string,
): Promise<DisabledEndpoint | undefined> {
  const { rows } = await sql<DisabledEndpoint>`
    select w.url, w.account_id as "accountId", w.failure_count as "failureCount", w.last_status as "lastStatus",
      (select array_agg(m.email) from members m
        where m.account_id = w.account_id and m.status = 'active' and m.role in ('owner', 'admin')) as people
    from webhooks w where w.id = ${id}`.execute(trx);
  return rows[0];
}
