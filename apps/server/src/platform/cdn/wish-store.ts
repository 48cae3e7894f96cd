import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

const wishName = 'cdn';
/** So long after the last process that wanted it nobody does any more: longer than a restart of all. */
const wishedForMs = 600_000;

/** From now on each change of what is published is noted, in the transaction that makes it. */
export async function wishForPurges(db: Database): Promise<void> {
  await sql`insert into settings (name, value) values (${wishName}, now()::text)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** True when nobody has wanted it for a while, and it has ended with this. */
export async function endWish(trx: Trx): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from settings where name = ${wishName}
    and value::timestamptz < now() - ${wishedForMs} * interval '1 millisecond'`.execute(trx);
  return numAffectedRows === 1n;
}
