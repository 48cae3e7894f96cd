import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { admitOwner } from './admission.ts';
import { readySpool } from './archiving.ts';
import { findBinaries, hydrateSymlinks } from './binaries.ts';
import { chooseIdentity, giveFile } from './identity.ts';
import { layoutOf, makeSocketDir, recoveryCluster, urlOf } from './layout.ts';
import { feedLog, type Log, restoreCommand } from './log-feed.ts';
import { isAlive, type Settings, spawnPostmaster, stopPostmaster } from './postmaster.ts';

// What those are told who ask while it starts or ends, as is done here all the time: no fault of its own.
const refusesClients = /^FATAL: {2}the database system is /;

/** The server ended before it had come so far. */
export class NotRecovered extends Error {
  /** When the last transaction was committed of all that it found. */
  readonly lastCommit: string | undefined;

  constructor(said: string) {
    const faults = said.match(/FATAL: {2}(.+)/g)?.filter((fault) => !refusesClients.test(fault));
    super(faults?.at(-1) ?? 'PostgreSQL ended without a word');
    this.lastCommit = lastCommitIn(said);
  }
}

export type Recovery = {
  /** undefined: all that there is. */
  until: Date | undefined;
  settings: Settings;
  log: Log;
  signal: AbortSignal;
};

/**
 * Lets the server replay its log on a base backup that lies in its place, and is used by `work` once it has come to that
 * time and goes on from there in a history of its own. It has ended when this returns.
 */
export async function recover<T>(
  dataDir: string,
  { until, settings, log, signal }: Recovery,
  work: (url: string, lastCommit: string | undefined) => Promise<T>,
): Promise<T> {
  const binaries = findBinaries();
  await hydrateSymlinks(binaries.root);
  const layout = layoutOf(dataDir, recoveryCluster);
  const identity = await chooseIdentity(binaries, layout);
  await makeSocketDir(layout.socketDir, identity.uid);
  await admitOwner(layout, identity);
  await readySpool(layout, identity, settings);
  const own = (path: string): Promise<void> => giveFile(path, identity);
  await writeFile(join(layout.cluster, 'recovery.signal'), '', { mode: 0o600 });
  await own(join(layout.cluster, 'recovery.signal'));
  const feed = await feedLog(layout.cluster, log, own);
  await rm(layout.log, { force: true });
  const server = spawnPostmaster(layout, identity, {
    ...settings,
    ...{ restore_command: restoreCommand, hot_standby: 'off' },
    // The history that the base backup is of: what came to be after another restore is of another one.
    ...{ recovery_target_timeline: 'current', recovery_target_action: 'promote' },
    ...(until ? { recovery_target_time: momentOf(until) } : {}),
  });
  let isEnded = false;
  for (const event of ['exit', 'error'])
    server.once(event, () => {
      isEnded = true;
    });
  const said = (): Promise<string> => readFile(layout.log, 'utf8').catch(() => '');
  try {
    while (!(await isRecovered(urlOf(layout)))) {
      signal.throwIfAborted();
      feed.throwIfFailed();
      if (isEnded) throw new NotRecovered(await said());
      await sleep(50, undefined, { signal });
    }
    feed.throwIfFailed();
    return await work(urlOf(layout), lastCommitIn(await said()));
  } finally {
    if (server.pid && isAlive(server.pid)) await stopPostmaster(server.pid);
    await feed.stop();
    await rm(layout.socketDir, { recursive: true, force: true });
    await rm(layout.log, { force: true });
  }
}

/** While settings are read PostgreSQL knows no names of zones yet. */
const momentOf = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');

async function isRecovered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is');
    return rows[0]?.is === true;
  } catch {
    // Not there yet, or not any more: the caller sees whether it lives.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** As the server writes it, in UTC. */
function lastCommitIn(said: string): string | undefined {
  const [, date, time] =
    said.match(/last completed transaction was at log time (\S+) (\S+?)\+00/) ?? [];
  return date && `${date}T${time}Z`;
}
