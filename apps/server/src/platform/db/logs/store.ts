import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/id.ts';
import type { Database, Trx } from '../connect.ts';
import { type Month, type Part, readPart } from './months.ts';

export async function partsOf(db: Database | Trx, log: string): Promise<Part[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class l join pg_inherits i on i.inhparent = l.oid join pg_class c on c.oid = i.inhrelid
    where l.relname::text = ${log} and l.relnamespace = 'public'::regnamespace`.execute(db);
  return rows.map(({ name, bound }) => readPart(name, bound));
}

/**
 * So short that whoever comes meanwhile waits for a moment behind it: it waits for all that read the log just now, such as a
 * backup, and is tried again a minute later.
 */
async function hurry(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '100ms'`.execute(trx);
}

export async function addMonth(
  trx: Trx,
  log: string,
  { name, from, to }: Month,
  fillfactor: number,
): Promise<void> {
  await hurry(trx);
  await sql`select add_month(${log}, ${name}, ${firstIdAt(from)}, ${firstIdAt(to)}, ${fillfactor})`.execute(
    trx,
  );
}

/** Nobody reads or writes the log until the transaction ends. */
export async function holdLog(trx: Trx, log: string): Promise<void> {
  await hurry(trx);
  await sql`select hold_log(${log})`.execute(trx);
}

export async function dropPart(trx: Trx, log: string, { name }: Part): Promise<void> {
  await sql`select drop_part(${log}, ${name})`.execute(trx);
}
