import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

const markName = 'secret_mark';
const turnName = 'secret_rotation';

type Setting = { value: string };

/** Of the secret that is written with. */
export async function keptSecretMark(db: Database): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName}`.execute(db);
  return rows[0]?.value;
}

/** The same; it stays so until the transaction ends. */
export async function holdMark(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName} for share`.execute(trx);
  return rows[0]?.value;
}

/** The first one stays; nobody else changes it until the transaction ends. */
export async function takeMark(trx: Trx, first: string): Promise<string> {
  await sql`insert into settings (name, value) values (${markName}, ${first}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName} for update`.execute(trx);
  return rows[0]?.value ?? first;
}

export async function setMark(trx: Trx, mark: string): Promise<void> {
  await sql`update settings set value = ${mark} where name = ${markName}`.execute(trx);
}

/** Since when things may be sealed with two secrets; undefined when they are not. */
export async function rotatingSince(db: Database | Trx): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${turnName}`.execute(db);
  return rows[0]?.value;
}

export async function noteRotation(trx: Trx): Promise<void> {
  await sql`insert into settings (name, value)
    values (${turnName}, to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')) on conflict do nothing`.execute(
    trx,
  );
}

export async function endRotation(db: Database): Promise<void> {
  await sql`delete from settings where name = ${turnName}`.execute(db);
}
