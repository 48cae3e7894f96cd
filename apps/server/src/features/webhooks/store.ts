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

/** The sealed secret of an endpoint that isn't deleted. */
export async function findSecret(
  db: Database,
  accountId: string,
  id: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.secret;
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

/** Counts endpoints and blocks new ones until the transaction ends. */
export async function lockAndCountEndpoints(trx: Trx, accountId: string): Promise<number> {
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

/** Hides the endpoint immediately. Its log is deleted later. */
export async function markEndpointDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update webhooks set deleted_at = ${now}, active = false, secret = '', previous_secret = null
    where id = ${id}`.execute(trx);
}

type SealedSecrets = { id: string; secret: Buffer; previous: Buffer | null };

export async function readSecretsAfter(
  trx: Trx,
  after: string,
  limit: number,
): Promise<SealedSecrets[]> {
  const { rows } = await sql<SealedSecrets>`
    select id, secret, previous_secret as previous from webhooks
    where deleted_at is null and id > ${after} order by id limit ${limit} for no key update`.execute(
    trx,
  );
  return rows;
}

/** Current secrets, sorted by id. */
export async function readCurrentSecretsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<Pick<SealedSecrets, 'id' | 'secret'>[]> {
  const { rows } = await sql<Pick<SealedSecrets, 'id' | 'secret'>>`
    select id, secret from webhooks
    where deleted_at is null and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

export async function saveSecrets(
  trx: Trx,
  id: string,
  secret: Buffer,
  previous: Buffer | null,
): Promise<void> {
  await sql`update webhooks set secret = ${secret}, previous_secret = ${previous} where id = ${id}`.execute(
    trx,
  );
}

export type AnyWebhook = {
  webhookId: string;
  accountId: string;
  url: string;
  active: boolean;
  failureCount: number;
  failingSince: Date | null;
  lastStatus: number | null;
};

/** Endpoints of all accounts, oldest first, after `lastId`. */
export async function listAnyWebhooks(
  db: Database,
  isDisabled: boolean,
  lastId: string | undefined,
  limit: number,
): Promise<AnyWebhook[]> {
  const after = lastId === undefined ? sql`true` : sql`id > ${lastId}`;
  const { rows } = await sql<AnyWebhook>`
    select id as "webhookId", account_id as "accountId", url, active, failure_count as "failureCount",
      failing_since as "failingSince", last_status as "lastStatus"
    from webhooks where deleted_at is null and ${after} ${isDisabled ? sql`and not active` : sql``}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export async function findWebhookAccount(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from webhooks where id = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.accountId;
}

export type EndpointCounts = { well: number; failing: number; disabled: number };

export async function countEndpoints(db: Database | Trx): Promise<EndpointCounts> {
  const { rows } = await sql<EndpointCounts>`
    select count(*) filter (where active and failure_count = 0)::int as well,
      count(*) filter (where active and failure_count > 0)::int as failing,
      count(*) filter (where not active)::int as disabled
    from webhooks where deleted_at is null`.execute(db);
  return rows[0] ?? { well: 0, failing: 0, disabled: 0 };
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
