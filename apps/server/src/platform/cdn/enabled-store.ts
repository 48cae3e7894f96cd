import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

const settingName = 'cdn';
/** Longer than a restart of all processes. After that, no process wants purges. */
const enabledForMs = 600_000;

/** From now on, transactions that change published data record it. */
export async function enablePurges(db: Database): Promise<void> {
  await sql`insert into settings (name, value) values (${settingName}, now()::text)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Returns true if no process has wanted purges for a while and recording has stopped. */
export async function disableUnusedPurges(trx: Trx): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from settings where name = ${settingName}
    and value::timestamptz < now() - ${enabledForMs} * interval '1 millisecond'`.execute(trx);
  return numAffectedRows === 1n;
}
