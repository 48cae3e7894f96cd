import { sql } from 'kysely';
import type { Instance } from './instance.ts';

/**
 * Rows that an account's requests write. Each is written in the request's own transaction, so it
 * exists once the request is answered.
 */
export type SideEffects = { mails: number; events: number; deliveries: number; auditRows: number };

export async function countSideEffects({ db }: Instance, accountId: string): Promise<SideEffects> {
  const { rows } = await sql<SideEffects>`select
      (select count(*)::int from mails where account_id = ${accountId}) as mails,
      (select count(*)::int from events where account_id = ${accountId}) as events,
      (select count(*)::int from deliveries where account_id = ${accountId}) as deliveries,
      (select count(*)::int from audit_log where account_id = ${accountId}) as "auditRows"`.execute(
    db,
  );
  return rows[0] as SideEffects;
}
