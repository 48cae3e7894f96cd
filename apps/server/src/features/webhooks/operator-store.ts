import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

export type AnyWebhook = {
  webhookId: string;
  accountId: string;
  url: string;
  active: boolean;
  failureCount: number;
  failingSince: Date | null;
  lastStatus: number | null;
};

/** All accounts, by creation, after `lastId`. */
export async function listAnyWebhooks(
  db: Database,
  isDisabled: boolean,
  lastId: string | undefined,
  most: number,
): Promise<AnyWebhook[]> {
  const after = lastId === undefined ? sql`true` : sql`id > ${lastId}`;
  const { rows } = await sql<AnyWebhook>`
    select id as "webhookId", account_id as "accountId", url, active, failure_count as "failureCount",
      failing_since as "failingSince", last_status as "lastStatus"
    from webhooks where deleted_at is null and ${after} ${isDisabled ? sql`and not active` : sql``}
    order by id limit ${most}`.execute(db);
  return rows;
}

export async function findWebhookAccount(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from webhooks where id = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.accountId;
}
