import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

export type Running = {
  host: string;
  pid: number;
  role: string;
  /** Marks of the secrets it knows, the one in use first. */
  marks: string[];
};

export const beatMs = 15_000;
/** Tolerates two missed heartbeats. */
const aliveMs = 3 * beatMs;

/** Processes with a recent heartbeat. */
export async function running(db: Database | Trx): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select host, pid, role, marks from processes
    where seen_at > now() - ${sql.lit(aliveMs)} * interval '1 millisecond' order by host, pid`.execute(
    db,
  );
  return rows;
}

/** Records a heartbeat with known secrets. Returns the mark of the secret in use. */
export async function noteRunning(
  db: Database,
  id: string,
  { host, pid, role, marks }: Running,
): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`
    with noted as (
      insert into processes (id, host, pid, role, marks, seen_at)
      values (${id}, ${host}, ${pid}, ${role}, ${marks}, now())
      on conflict (id) do update set marks = excluded.marks, seen_at = excluded.seen_at)
    select value as mark from settings where name = 'secret_mark'`.execute(db);
  return rows[0]?.mark;
}

export async function forgetRunning(db: Database, id: string): Promise<void> {
  await sql`delete from processes where id = ${id} or seen_at < now() - interval '1 day'`.execute(
    db,
  );
}
