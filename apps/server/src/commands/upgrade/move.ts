import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Config } from '../../config/index.ts';
import { inSnapshot, quoted, readTables } from '../../platform/backup/index.ts';
import {
  isOurs,
  layoutOf,
  NoDatabaseYet,
  openClient,
  putAside,
  putInPlace,
  targetFault,
} from '../../platform/db/index.ts';
import { refuseUsed } from '../backup/refuse-used.ts';
import { refused } from '../fault.ts';
import type { Surroundings } from '../service.ts';
import { alone } from './alone.ts';
import { refuseNoRoom } from './room.ts';
import { fillSuccessor } from './successor.ts';
import { readSource, type Source, type Transferred, transfer } from './transfer.ts';

export type MoveOptions = { dryRun: boolean; onProgress: (done: number, of: number) => void };
export type Moved = { bytes: number; kept: string | undefined } & (
  | { outcome: 'can be moved' }
  | ({ outcome: 'moved' } & Transferred)
);

/**
 * Moves the embedded database to a server. The old one is kept under another name, so that no
 * service starts on it by mistake.
 */
export async function moveToServer(
  { dataDir, postgres }: Config,
  surroundings: Surroundings,
  target: string,
  { dryRun, onProgress }: MoveOptions,
): Promise<Moved> {
  const fault = targetFault(target);
  if (fault) throw refused(`--to ${fault}, or be the word embedded`);
  if (!(await isOurs(layoutOf(dataDir))))
    throw new NoDatabaseYet(`there is no database in ${dataDir} yet`);
  const read = await alone(dataDir, surroundings, { postgres }, async (url) => {
    const { bytes, migrations } = await inSnapshot(url, readSource);
    await refuseUsed(target, migrations, 'the embedded one');
    if (dryRun) return { outcome: 'can be moved' as const, bytes };
    const done = await transfer(url, target, surroundings, onProgress);
    return { outcome: 'moved' as const, bytes, ...done };
  });
  if (read.outcome === 'can be moved') return { ...read, kept: undefined };
  return { ...read, kept: await putAside(dataDir, new Date()) };
}

/** Copies a server's database into `DATA_DIR`. The server's copy is unchanged. */
export async function moveToEmbedded(
  config: Config & { databaseUrl: string },
  surroundings: Surroundings,
  { dryRun, onProgress }: MoveOptions,
): Promise<Moved> {
  const { dataDir, databaseUrl } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await isOurs(layoutOf(dataDir));
  if (existsSync(layoutOf(dataDir).cluster))
    throw refused(
      `there is a database in ${dataDir} already: move it away, or set another DATA_DIR`,
    );
  return heldStill(databaseUrl, async ({ bytes }) => {
    await refuseNoRoom(dataDir, bytes);
    if (dryRun) return { outcome: 'can be moved', bytes, kept: undefined };
    const done = await fillSuccessor(config, surroundings, (target) =>
      transfer(databaseUrl, target, surroundings, onProgress),
    );
    await putInPlace(dataDir);
    return { outcome: 'moved', ...done, bytes, kept: undefined };
  });
}

/** Blocks writes, which the copy would miss. */
async function heldStill<T>(url: string, work: (source: Source) => Promise<T>): Promise<T> {
  const { client, close } = await openClient(url);
  try {
    await refuseSessions(client);
    const source = await inSnapshot(url, readSource);
    const { tables } = await readTables(client);
    await client.query(
      `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0`,
    );
    await client.query(
      `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in share mode`,
    );
    return await work(source);
  } finally {
    await close();
  }
}

async function refuseSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw refused(
      `${count} other connections of this user are open on the database: stop the service (and what pools its connections) first`,
    );
}
