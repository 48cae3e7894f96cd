import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

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
