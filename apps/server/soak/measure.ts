import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Values that must stay flat under load. */
export type Measurement = {
  /** Resident memory of Node, MiB (proc(5)). */
  memory: number;
  /** Open files including connections. */
  descriptors: number;
  /** Disk size of queue tables, KiB. */
  passing: number;
  /** Dead rows, percent of all tables. */
  dead: number;
};

/** Queues and frequently updated tables: their size must not grow. */
const passingTables = [
  ...['jobs', 'waiting_deliveries', 'import_chunks', 'webhooks', 'account_usage', 'rate_limits'],
];

export async function measure(pid: number, db: pg.Client): Promise<Measurement> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const { rows } = await db.query<{ passing: number; dead: number }>(
    `select sum(pg_total_relation_size(relid)) filter (where relname = any($1))::float8 / 1024 as passing,
       100 * sum(n_dead_tup)::float8 / greatest(1, sum(n_dead_tup + n_live_tup)) as dead
     from pg_stat_user_tables`,
    [passingTables],
  );
  const { passing = 0, dead = 0 } = rows[0] ?? {};
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    descriptors: descriptors.length,
    passing,
    dead,
  };
}
