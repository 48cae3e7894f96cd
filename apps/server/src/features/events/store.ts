import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

type NewEvent = {
  id: string;
  accountId: string;
  credentialId: string;
  type: string;
  data: object;
  now: Date;
};

export async function insertEvent(trx: Trx, event: NewEvent): Promise<void> {
  await sql`insert into events (id, account_id, credential_id, type, data, created_at)
    values (${event.id}, ${event.accountId}, ${event.credentialId}, ${event.type}, ${JSON.stringify(event.data)}, ${event.now})`.execute(
    trx,
  );
}

export type EventRow = { type: string; at: Date; data: { reason?: string } };

export async function eventsOf(
  db: Database,
  accountId: string,
  credentialId: string,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select type, created_at as at, data from events
    where credential_id = ${credentialId} and account_id = ${accountId} order by created_at, id`.execute(
    db,
  );
  return rows;
}
