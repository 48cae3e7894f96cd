import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

export type SessionRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
};

export async function listUserSessions(db: Database, personId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, "createdAt", "expiresAt", "ipAddress" as address, "userAgent" from auth."session"
    where "userId" = ${personId} and "expiresAt" > now() order by "createdAt" desc`.execute(db);
  return rows;
}

export async function isSessionOpen(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."session" where id = ${sessionId} and "userId" = ${personId} and "expiresAt" > now()`.execute(
    db,
  );
  return rows.length > 0;
}
