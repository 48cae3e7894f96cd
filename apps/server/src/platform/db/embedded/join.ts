import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../failure.ts';
import { listOwnUids } from './identity.ts';
import { buildSocketUrl, getLayout, type Layout } from './layout.ts';
import { DataDirectoryInUse, type EmbeddedDatabase, openEmbedded, ownerLock } from './open.ts';
import { findPostmaster, findReadySocketDir, type PostgresSettings } from './postmaster.ts';

export type JoinedDatabase = EmbeddedDatabase & {
  /** True if another process owns the server. */
  isGuest: boolean;
};

/** No database exists and none should be created. */
export class NoDatabaseError extends Error {}

/** The database accepts only the account it runs under, and this is another. */
export class OtherAccountError extends Error {}

/**
 * Held by guests while connected. The owner of a temporary server waits for them before stopping
 * it.
 */
const guestLock = 4_021_978;

const patienceMs = 300_000;
/** A starting program takes its lock within moments of starting the server. */
const orphanedMs = 1_500;
const guestsMs = 60_000;
/** A ready server has its socket, and removes it only just before exiting. */
const unseenMs = 5_000;

/**
 * Joins the database in `dataDir` next to the program that runs it, or starts it temporarily. Two
 * temporary users share one server, and its starter waits for the other.
 */
export async function joinEmbedded(
  dataDir: string,
  mayMake: boolean,
  warn: (message: string) => void,
  signal: AbortSignal,
  settings?: PostgresSettings,
): Promise<JoinedDatabase> {
  const layout = getLayout(dataDir);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    if (!(await isOwnCluster(layout)) && !mayMake)
      throw new NoDatabaseError(`no database in ${dataDir} yet`);
    const visit = await connectAsGuest(layout, deadline, signal);
    if (visit) return visit;
    try {
      const { url, stop } = await openEmbedded(dataDir, warn, settings);
      const leave = async (): Promise<void> => {
        const gate = await rejectGuests(url);
        await stop();
        await gate.end().catch(() => {});
      };
      return { url, isGuest: false, stop: leave };
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof DataDirectoryInUse) || Date.now() > deadline) throw error;
    }
  }
}

/** Opening another account's database would change the owner of its files. */
export async function isOwnCluster({ dataDir, cluster }: Layout): Promise<boolean> {
  try {
    const { uid } = await stat(cluster);
    const own = await listOwnUids();
    if (own && !own.includes(uid)) throw createAccountError(dataDir, 'belongs to');
    await stat(join(cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw createAccountError(dataDir, 'belongs to');
    if (code !== 'ENOENT') throw error;
    await assertSameAccount(dataDir);
    return false;
  }
}

/** Creating a database in another account's directory would lock that account out. */
async function assertSameAccount(dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const own = await listOwnUids();
  if (found && own && !own.includes(found.uid))
    throw new OtherAccountError(
      `${dataDir} belongs to another account. Run the command as the account that runs Insignia`,
    );
}

/** Undefined if no process runs it, or only leftovers of a killed one. */
async function connectAsGuest(
  layout: Layout,
  deadline: number,
  signal: AbortSignal,
): Promise<JoinedDatabase | undefined> {
  const unowned = stopwatch();
  const unseen = stopwatch();
  while (Date.now() < deadline && (await findPostmaster(layout.cluster)) !== undefined) {
    signal.throwIfAborted();
    const { client, isNobodyThere = false } = await tryConnect(layout);
    const found = client && (await requestEntry(client).catch(() => undefined));
    if (client && found === 'welcome')
      return {
        url: buildSocketUrl(layout),
        isGuest: true,
        stop: () => client.end().catch(() => {}),
      };
    await client?.end().catch(() => {});
    if (unowned(found === 'unowned') > orphanedMs) return undefined;
    const elsewhere = await findReadySocketDir(layout.cluster);
    if (unseen(isNobodyThere && elsewhere !== undefined) > unseenMs)
      throw new DataDirectoryInUse(
        `the database in ${layout.dataDir} is running, but its socket in ${elsewhere} isn't visible here. Run the command with the service's TMPDIR, and the service without PrivateTmp=`,
      );
    await sleep(50);
  }
  return undefined;
}

/** Measures how long a condition has been true without interruption. */
function stopwatch(): (isSo: boolean) => number {
  let since: number | undefined;
  return (isSo) => {
    since = isSo ? (since ?? Date.now()) : undefined;
    return since === undefined ? 0 : Date.now() - since;
  };
}

/** Returns no client while the server doesn't respond. */
async function tryConnect(
  layout: Layout,
): Promise<{ client?: pg.Client; isNobodyThere?: boolean }> {
  const client = new pg.Client({
    connectionString: buildSocketUrl(layout),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return { client };
  } catch (error) {
    await client.end().catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    if (sqlState(error) === '28000' || code === 'EACCES')
      throw createAccountError(layout.dataDir, 'runs under');
    return { isNobodyThere: code === 'ENOENT' || code === 'ECONNREFUSED' };
  }
}

function createAccountError(dataDir: string, how: string): OtherAccountError {
  return new OtherAccountError(
    `the database in ${dataDir} ${how} another account. Run the command as the account that runs Insignia`,
  );
}

async function requestEntry(client: pg.Client): Promise<'welcome' | 'unowned' | 'closing'> {
  const { rows } = await client.query<{ owned: boolean; welcome: boolean }>(
    `select exists (select 1 from pg_locks
       where locktype = 'advisory' and objsubid = 1 and objid = $1::bigint::oid and granted) as owned,
     pg_try_advisory_lock_shared($2) as welcome`,
    [ownerLock, guestLock],
  );
  if (!rows[0]?.owned) return 'unowned';
  return rows[0].welcome ? 'welcome' : 'closing';
}

/** Refuses new guests and disconnects those who don't leave in time. */
export async function rejectGuests(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: guestsMs });
  client.on('error', () => {});
  await client
    .connect()
    .then(() => client.query('select pg_advisory_lock($1)', [guestLock]))
    .catch(() => {});
  return client;
}
