import { sql } from 'kysely';
import { type Database, dropSome, type Trx } from '../../platform/db/index.ts';

export async function endSession(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth."session" where id = ${sessionId} and "userId" = ${personId}`.execute(db);
  return numAffectedRows === 1n;
}

export async function endOtherSessions(
  db: Database,
  personId: string,
  keep: string | undefined,
): Promise<void> {
  await sql`delete from auth."session"
    where "userId" = ${personId} and id is distinct from ${keep ?? null}::uuid`.execute(db);
}

export function dropEndedSessions(trx: Trx): Promise<'again' | undefined> {
  const where = sql`"expiresAt" < now()`;
  return dropSome(trx, { table: 'auth.session', by: 'expiresAt', where });
}
