import { sql } from 'kysely';
import { byValues, type Database, newestFirst } from '../../platform/db/index.ts';
import type { EventPayload } from './rules.ts';

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
      case when d.state = 'pending' and v.due_at is distinct from 'infinity' then greatest(nullif(v.due_at, '-infinity'), nullif(w.next_attempt_at, '-infinity'), d.created_at) end as "nextAttemptAt",
      d.last_status as "lastStatus", d.last_error as "lastError", d.credential_id as "credentialId", e.created_at as "eventAt", e.data,
      (select coalesce(jsonb_agg(jsonb_build_object('at', floor(extract(epoch from a.started_at) * 1000), 'latencyMs', a.latency_ms,
        'status', a.status, 'error', a.error, 'response', a.response) order by a.started_at), '[]') from (
        select started_at, latency_ms, status, error, response from delivery_attempts where delivery_id = d.id
        union all select d.started_at, d.latency_ms, d.last_status, null, d.response where d.started_at is not null) a) as attempts
    from deliveries d join webhooks w on w.id = d.webhook_id left join events e on e.id = d.event_id and e.account_id = d.account_id
      left join waiting_deliveries v on v.webhook_id = d.webhook_id and v.id = d.id
    where ${where}
      ${type === undefined ? sql`` : sql`and d.type = ${type}`}
      ${state === undefined ? sql`` : inState[state]}
      ${since === undefined ? sql`` : sql`and d.created_at >= ${since}`}
      ${until === undefined ? sql`` : sql`and d.created_at <= ${until}`}
    ${order} limit ${most}`.execute(db);
  return rows;
}
