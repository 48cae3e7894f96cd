import { sql } from 'kysely';
import type { Database } from '../db/index.ts';

export async function existingMails(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from mails where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Marks emails that a release before 0068 sent and whose files are here. */
export async function markWritten(db: Database, ids: string[]): Promise<void> {
  await sql`update mails set handed_to = 'file'
    where id = any(${ids}::uuid[]) and state = 'sent' and handed_to is null`.execute(db);
}
