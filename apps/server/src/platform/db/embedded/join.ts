import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../failure.ts';
import { ownUids } from './identity.ts';
import { type Layout, layoutOf, urlOf } from './layout.ts';
import { DataDirectoryInUse, type Embedded, openEmbedded, ownerLock } from './open.ts';
import { readySocketDir, runningPostmaster, type Settings } from './postmaster.ts';

export type Joined = Embedded & {
  /** Somebody else runs the database, and goes on to. */
  isGuest: boolean;
};

/** There is none in the directory, and nobody wanted one to be made. */
export class NoDatabaseYet extends Error {}

/** The database lets in the account that it runs under, and this is another one. */
export class AnotherAccount extends Error {}

/** Shared by guests for as long as they stay: who runs the database for one command waits for them at its end. */
const guestLock = 4_021_978;

const patienceMs = 300_000;
/** A program that starts takes its lock within moments of its server. */
const orphanedMs = 1_500;
const guestsMs = 60_000;
/** A server that is ready has its socket; it is taken away only moments before its end. */
const unseenMs = 5_000;

/**
 * The database in `dataDir` beside the program that runs it; or, where nobody does, started for as long as it is used.
 * Two that come at once share one server, and the one that started it waits for the other.
 */
export async function joinEmbedded(
  dataDir: string,
  mayMake: boolean,
  warn: (message: string) => void,
  signal: AbortSignal,
  settings?: Settings,
): Promise<Joined> {
  const layout = layoutOf(dataDir);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    if (!(await isOurs(layout)) && !mayMake)
      throw new NoDatabaseYet(`there is no database in ${dataDir} yet`);
    const visit = await visitOwner(layout, deadline, signal);
    if (visit) return visit;
    try {
      const { url, stop } = await openEmbedded(dataDir, warn, settings);
      const leave = async (): Promise<void> => {
        const gate = await closeToGuests(url);
        await stop();
        await gate.end().catch(() => {});
      };
      return { url, isGuest: false, stop: leave };
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof DataDirectoryInUse) || Date.now() > deadline) throw error;
    }
  }
}

/** False when there is none. Opening another account's would take its files away from that account. */
export async function isOurs({ dataDir, cluster }: Layout): Promise<boolean> {
  try {
    const { uid } = await stat(cluster);
    const own = await ownUids();
    if (own && !own.includes(uid)) throw anotherAccount(dataDir, 'belongs to');
    await stat(join(cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw anotherAccount(dataDir, 'belongs to');
    if (code !== 'ENOENT') throw error;
    await refuseAnothers(dataDir);
    return false;
  }
}

/** A database that is made in another account's directory would be lost to that account. */
async function refuseAnothers(dataDir: string): Promise<void> {
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const own = await ownUids();
  if (found && own && !own.includes(found.uid))
    throw new AnotherAccount(
      `${dataDir} belongs to another account: give the command as the account that runs Insignia`,
    );
}

/** undefined when nobody runs it, or only what a killed program has left. */
async function visitOwner(
  layout: Layout,
  deadline: number,
  signal: AbortSignal,
): Promise<Joined | undefined> {
  const unowned = stopwatch();
  const unseen = stopwatch();
  while (Date.now() < deadline && (await runningPostmaster(layout.cluster)) !== undefined) {
    signal.throwIfAborted();
    const { client, isNobodyThere = false } = await knock(layout);
    const found = client && (await enter(client).catch(() => undefined));
    if (client && found === 'welcome')
      return { url: urlOf(layout), isGuest: true, stop: () => client.end().catch(() => {}) };
    await client?.end().catch(() => {});
    if (unowned(found === 'unowned') > orphanedMs) return undefined;
    const elsewhere = await readySocketDir(layout.cluster);
    if (unseen(isNobodyThere && elsewhere !== undefined) > unseenMs)
      throw new DataDirectoryInUse(
        `the database in ${layout.dataDir} runs, but its socket in ${elsewhere} is not to be seen from here: give the command with the TMPDIR of the service, and the service no PrivateTmp=`,
      );
    await sleep(50);
  }
  return undefined;
}

/** Tells for how long something has been so without a break. */
function stopwatch(): (isSo: boolean) => number {
  let since: number | undefined;
  return (isSo) => {
    since = isSo ? (since ?? Date.now()) : undefined;
    return since === undefined ? 0 : Date.now() - since;
  };
}

/** Without a client while it does not answer. */
async function knock(layout: Layout): Promise<{ client?: pg.Client; isNobodyThere?: boolean }> {
  const client = new pg.Client({
    connectionString: urlOf(layout),
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
      throw anotherAccount(layout.dataDir, 'runs under');
    return { isNobodyThere: code === 'ENOENT' || code === 'ECONNREFUSED' };
  }
}

function anotherAccount(dataDir: string, how: string): AnotherAccount {
  return new AnotherAccount(
    `the database in ${dataDir} ${how} another account: give the command as the account that runs Insignia`,
  );
}

async function enter(client: pg.Client): Promise<'welcome' | 'unowned' | 'closing'> {
  const { rows } = await client.query<{ owned: boolean; welcome: boolean }>(
    `select exists (select 1 from pg_locks
       where locktype = 'advisory' and objsubid = 1 and objid = $1::bigint::oid and granted) as owned,
     pg_try_advisory_lock_shared($2) as welcome`,
    [ownerLock, guestLock],
  );
  if (!rows[0]?.owned) return 'unowned';
  return rows[0].welcome ? 'welcome' : 'closing';
}

/** From now on nobody else comes in; whoever does not leave in time is cut off, as by a program that is stopped. */
export async function closeToGuests(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: guestsMs });
  client.on('error', () => {});
  await client
    .connect()
    .then(() => client.query('select pg_advisory_lock($1)', [guestLock]))
    .catch(() => {});
  return client;
}
