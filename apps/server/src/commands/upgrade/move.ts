import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Config } from '../../config/index.ts';
import { inSnapshot, quoteTable, readTables } from '../../features/backup/index.ts';
import {
  archiveCluster,
  findTargetError,
  getLayout,
  installUpgrade,
  isOwnCluster,
  NoDatabaseError,
  openClient,
} from '../../platform/db/index.ts';
import { requireEmptyDatabase } from '../backup/restore.ts';
import { createRefusal } from '../command-error.ts';
import type { CommandContext } from '../service.ts';
import { fillNewCluster, requireDiskSpace, withExclusiveDatabase } from './new-cluster.ts';
import {
  readTransferSource,
  type TransferResult,
  type TransferSource,
  transferDatabase,
} from './transfer.ts';

export type MoveOptions = { dryRun: boolean; onProgress: (done: number, of: number) => void };
export type MoveResult = { bytes: number; kept: string | undefined } & (
  | { outcome: 'can be moved' }
  | ({ outcome: 'moved' } & TransferResult)
);

/**
 * Moves the embedded database to a server. The old one is kept under another name, so that no
 * service starts on it by mistake.
 */
export async function moveToServer(
  { dataDir, postgres }: Config,
  context: CommandContext,
  target: string,
  { dryRun, onProgress }: MoveOptions,
): Promise<MoveResult> {
  const targetError = findTargetError(target);
  if (targetError) throw createRefusal(`--to ${targetError}, or the word embedded`);
  if (!(await isOwnCluster(getLayout(dataDir))))
    throw new NoDatabaseError(`no database in ${dataDir} yet`);
  const read = await withExclusiveDatabase(dataDir, context, { postgres }, async (url) => {
    const { bytes, migrations } = await inSnapshot(url, readTransferSource);
    await requireEmptyDatabase(target, migrations, 'the embedded one');
    if (dryRun) return { outcome: 'can be moved' as const, bytes };
    const done = await transferDatabase(url, target, context, onProgress);
    return { outcome: 'moved' as const, bytes, ...done };
  });
  if (read.outcome === 'can be moved') return { ...read, kept: undefined };
  return { ...read, kept: await archiveCluster(dataDir, new Date()) };
}

/** Copies a server's database into `DATA_DIR`. The server's copy is unchanged. */
export async function moveToEmbedded(
  config: Config & { databaseUrl: string },
  context: CommandContext,
  { dryRun, onProgress }: MoveOptions,
): Promise<MoveResult> {
  const { dataDir, databaseUrl } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await isOwnCluster(getLayout(dataDir));
  if (existsSync(getLayout(dataDir).cluster))
    throw createRefusal(
      `${dataDir} already contains a database. Move it away, or set another DATA_DIR`,
    );
  return withLockedTables(databaseUrl, async ({ bytes }) => {
    await requireDiskSpace(dataDir, bytes);
    if (dryRun) return { outcome: 'can be moved', bytes, kept: undefined };
    const done = await fillNewCluster(config, context, (target) =>
      transferDatabase(databaseUrl, target, context, onProgress),
    );
    await installUpgrade(dataDir);
    return { outcome: 'moved', ...done, bytes, kept: undefined };
  });
}

/** Blocks writes, which the copy would miss. */
async function withLockedTables<T>(
  url: string,
  work: (source: TransferSource) => Promise<T>,
): Promise<T> {
  const { client, close } = await openClient(url);
  try {
    await refuseOpenSessions(client);
    const source = await inSnapshot(url, readTransferSource);
    const { tables } = await readTables(client);
    await client.query(
      `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0`,
    );
    await client.query(
      `lock table ${tables.map(({ name }) => quoteTable(name)).join(', ')} in share mode`,
    );
    return await work(source);
  } finally {
    await close();
  }
}

async function refuseOpenSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw createRefusal(
      `${count} other connections of this user to the database are open. Stop the service and any connection pooler first`,
    );
}
