import { sql } from 'kysely';
import {
  customPlan,
  type Database,
  idsBetween,
  pageOf,
  readPage,
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
  { lastId, most, now }: { lastId: string | undefined; most: number; now: Date },
): Promise<DeliveryRow[]> {
  const range = { ...idsBetween(filter, lastId), keptMs: deliveryRetentionMs, now };
  // A table without partitions lists pending deliveries.
  if (filter.state === 'pending') return readDeliveries(db, webhookId, filter, [range], most);
  return readPage(range, most, (windows, left) =>
    readDeliveries(db, webhookId, filter, windows, left),
  );
}

async function readDeliveries(
  db: Database,
  webhookId: string,
  { type, state, since, until }: DeliveryFilter,
  windows: Window[],
  most: number,
): Promise<DeliveryRow[]> {
  const isPending = state === 'pending';
  const log = isPending ? 'v' : 'd';
  const page = pageOf(windows, {
    select: isPending
      ? sql`select d.* from waiting_deliveries v join deliveries d on d.id = v.id`
      : sql`select d.* from deliveries d`,
    owner: {
      [`${log}.webhook_id`]: webhookId,
      ...(type !== undefined && !isPending && { 'd.type': type }),
    },
    id: `${log}.id`,
    also: sql.join(
      [
        state === undefined ? sql`true` : inState[state],
        ...(type === undefined || !isPending ? [] : [sql`v.type = ${type}`]),
        ...(since === undefined ? [] : [sql`d.created_at >= ${since}`]),
        ...(until === undefined ? [] : [sql`d.created_at <= ${until}`]),
      ],
      sql` and `,
    ),
    most,
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
    from page d join webhooks w on w.id = d.webhook_id left join events e on e.id = d.event_id and e.account_id = d.account_id
      left join waiting_deliveries v on v.webhook_id = d.webhook_id and v.id = d.id
    order by d.id desc`.execute(db);
  return rows;
}
