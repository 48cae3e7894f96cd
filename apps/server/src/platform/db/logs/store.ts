import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/id.ts';
import type { Database, Trx } from '../database.ts';
import { type LogPartition, type Month, parsePartition } from './months.ts';

/** Tables partitioned by migration 0061. */
export type LogName = 'audit_log' | 'deliveries' | 'mails';

export async function listPartitions(db: Database | Trx, log: string): Promise<LogPartition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class l join pg_inherits i on i.inhparent = l.oid join pg_class c on c.oid = i.inhrelid
    where l.relname::text = ${log} and l.relnamespace = 'public'::regnamespace`.execute(db);
  return rows.map(({ name, bound }) => parsePartition(name, bound));
}

/**
 * A short lock timeout: the statement waits for all current readers, such as a backup, and everyone
 * else waits behind it. Retried a minute later.
 */
async function setLockTimeout(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '100ms'`.execute(trx);
}

/** Moving more rows would block everyone for too long. */
const MAX_MOVED_ROWS = 10_000;

/** True if few enough rows of the month are in the default partition. Takes no lock. */
export async function canAddMonth(trx: Trx, log: LogName, { from, to }: Month): Promise<boolean> {
  // These ids can only be in the default partition.
  const { rows } = await sql`select from ${sql.table(log)}
    where id >= ${firstIdAt(from)} and id < ${firstIdAt(to)} limit ${MAX_MOVED_ROWS + 1}`.execute(
    trx,
  );
  return rows.length <= MAX_MOVED_ROWS;
}

export async function addMonth(
  trx: Trx,
  log: string,
  { name, from, to }: Month,
  fillfactor: number,
): Promise<void> {
  await setLockTimeout(trx);
  // Writers wait while the default partition is scanned.
  await sql`set local statement_timeout = '5s'`.execute(trx);
  await sql`select add_month(p_log => ${log}, p_name => ${name}, p_from => ${firstIdAt(from)}, p_to => ${firstIdAt(to)}, p_fillfactor => ${fillfactor})`.execute(
    trx,
  );
}

/** Locks the log until the end of the transaction. */
export async function lockLog(trx: Trx, log: string): Promise<void> {
  await setLockTimeout(trx);
  await sql`select hold_log(p_log => ${log})`.execute(trx);
}

export async function dropPartition(trx: Trx, log: string, { name }: LogPartition): Promise<void> {
  await sql`select drop_part(p_log => ${log}, p_name => ${name})`.execute(trx);
}
