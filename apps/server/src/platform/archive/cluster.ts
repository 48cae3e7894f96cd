import { openClient } from '../db/index.ts';

export type Cluster = { system: string; postgres: number; segmentBytes: number; timeline: number };

/** What PostgreSQL says of itself. */
export async function clusterOf(url: string): Promise<Cluster> {
  const { client, close } = await openClient(url);
  const { rows } = await client
    .query<Cluster>(
      `select (select system_identifier::text from pg_control_system()) as system,
         current_setting('server_version_num')::int as postgres,
         (select bytes_per_wal_segment from pg_control_init()) as "segmentBytes",
         (select timeline_id from pg_control_checkpoint()) as timeline`,
    )
    .finally(close);
  return rows[0] as Cluster;
}

/** What it has written down of the histories that it comes from: one that was restored without an archive told none of it. */
export async function historiesOf(url: string): Promise<{ name: string; bytes: Buffer }[]> {
  const { client, close } = await openClient(url);
  const { rows } = await client
    .query<{ name: string; bytes: Buffer }>(
      `select name, pg_read_binary_file('pg_wal/' || name) as bytes
         from pg_ls_waldir() where name ~ '^[0-9A-F]{8}[.]history$' order by name`,
    )
    .finally(close);
  return rows;
}
