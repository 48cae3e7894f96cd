import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

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
