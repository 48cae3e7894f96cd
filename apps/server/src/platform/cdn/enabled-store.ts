import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

const settingName = 'cdn';
/** So long after the last process that wanted it nobody does any more: longer than a restart of all. */
const enabledForMs = 600_000;

/** From now on each change of what is published is noted, in the transaction that makes it. */
export async function enablePurges(db: Database): Promise<void> {
  await sql`insert into settings (name, value) values (${settingName}, now()::text)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** True when nobody has wanted it for a while, and it has ended with this. */
export async function disableUnused(trx: Trx): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from settings where name = ${settingName}
    and value::timestamptz < now() - ${enabledForMs} * interval '1 millisecond'`.execute(trx);
  return numAffectedRows === 1n;
}
