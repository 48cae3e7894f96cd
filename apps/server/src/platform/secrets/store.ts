import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

const markName = 'secret_mark';
const turnName = 'secret_rotation';

type Setting = { value: string };

/** Mark of the secret in use. */
export async function readSecretMark(db: Database): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName}`.execute(db);
  return rows[0]?.value;
}

/** Locks the mark until the transaction ends. */
export async function lockSecretMark(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName} for share`.execute(trx);
  return rows[0]?.value;
}

/** Sets the first mark, and locks it until the transaction ends. */
export async function initSecretMark(trx: Trx, first: string): Promise<string> {
  await sql`insert into settings (name, value) values (${markName}, ${first}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<Setting>`
    select value from settings where name = ${markName} for update`.execute(trx);
  return rows[0]?.value ?? first;
}

export async function updateSecretMark(trx: Trx, mark: string): Promise<void> {
  await sql`update settings set value = ${mark} where name = ${markName}`.execute(trx);
}

/** Start of a rotation. Undefined if there is none. */
export async function readRotationStart(db: Database | Trx): Promise<string | undefined> {
  const { rows } = await sql<Setting>`
    select value from settings where name = ${turnName}`.execute(db);
  return rows[0]?.value;
}

export async function recordRotation(trx: Trx): Promise<void> {
  await sql`insert into settings (name, value)
    values (${turnName}, to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')) on conflict do nothing`.execute(
    trx,
  );
}

export async function clearRotation(db: Database): Promise<void> {
  await sql`delete from settings where name = ${turnName}`.execute(db);
}

export type ProcessPresence = {
  host: string;
  pid: number;
  role: string;
  /** Marks of the secrets it knows, the one in use first. */
  marks: string[];
};

export const heartbeatMs = 15_000;
/** Tolerates two missed heartbeats. */
const aliveMs = 3 * heartbeatMs;

/** Processes with a recent heartbeat. */
export async function listRunning(db: Database | Trx): Promise<ProcessPresence[]> {
  const { rows } = await sql<ProcessPresence>`
    select host, pid, role, marks from processes
    where seen_at > now() - ${sql.lit(aliveMs)} * interval '1 millisecond' order by host, pid`.execute(
    db,
  );
  return rows;
}

/** Records a heartbeat with known secrets. Returns the mark of the secret in use. */
export async function recordRunning(
  db: Database,
  id: string,
  { host, pid, role, marks }: ProcessPresence,
): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`
    with noted as (
      insert into processes (id, host, pid, role, marks, seen_at)
      values (${id}, ${host}, ${pid}, ${role}, ${marks}, now())
      on conflict (id) do update set marks = excluded.marks, seen_at = excluded.seen_at)
    select value as mark from settings where name = 'secret_mark'`.execute(db);
  return rows[0]?.mark;
}

export async function deleteRunning(db: Database, id: string): Promise<void> {
  await sql`delete from processes where id = ${id} or seen_at < now() - interval '1 day'`.execute(
    db,
  );
}
