import { sql } from 'kysely';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';

export type WebhookRow = {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  failureCount: number;
  createdAt: Date;
  lastStatus: number | null;
  lastDeliveryAt: Date | null;
  recent: ('pending' | 'delivered' | 'failed')[];
};

const MAX_RECENT = 20;

export async function selectWebhooks(db: Database, accountId: string): Promise<WebhookRow[]> {
  const ofEndpoint = [{ column: sql`d.webhook_id`, value: sql`w.id` }];
  const { where, order } = newestFirst(ofEndpoint, 'd.id', undefined);
  const { rows } = await sql<WebhookRow>`${customPlan}
    select id, url, events, active, failure_count as "failureCount", created_at as "createdAt",
      last_status as "lastStatus", last_delivery_at as "lastDeliveryAt",
      array(select d.state from deliveries d where ${where} ${order} limit ${MAX_RECENT}) as recent
    from webhooks w where account_id = ${accountId} and deleted_at is null order by id`.execute(db);
  return rows;
}

export async function hasWebhook(db: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(
      db,
    );
  return rows.length > 0;
}

export type LockedWebhook = { active: boolean; secret: Buffer };

/** Locks the endpoint until the transaction ends. Events can still be written for it. */
export async function lockWebhook(
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
