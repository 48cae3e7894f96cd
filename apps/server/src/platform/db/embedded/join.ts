import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../failure.ts';
import { type Layout, layoutOf, urlOf } from './layout.ts';
import { DataDirectoryInUse, type Embedded, openEmbedded, ownerLock } from './open.ts';
import { runningPostmaster } from './postmaster.ts';

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

/**
 * The database in `dataDir` beside the program that runs it; or, where nobody does, started for as long as it is used.
 * Two that come at once share one server, and the one that started it waits for the other.
 */
export async function joinEmbedded(
  dataDir: string,
  mayMake: boolean,
  warn: (message: string) => void,
): Promise<Joined> {
  const layout = layoutOf(dataDir);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (!mayMake && !existsSync(join(layout.cluster, 'PG_VERSION')))
      throw new NoDatabaseYet(`there is no database in ${dataDir} yet`);
    const visit = await visitOwner(layout, deadline);
    if (visit) return visit;
    try {
      const { url, stop } = await openEmbedded(dataDir, warn);
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

/** undefined when nobody runs it, or only what a killed program has left. */
async function visitOwner(layout: Layout, deadline: number): Promise<Joined | undefined> {
  let unownedSince: number | undefined;
  while (Date.now() < deadline && (await runningPostmaster(layout.cluster)) !== undefined) {
    const client = await knock(layout);
    const found = client && (await enter(client).catch(() => undefined));
    if (client && found === 'welcome')
      return { url: urlOf(layout), isGuest: true, stop: () => client.end().catch(() => {}) };
    await client?.end().catch(() => {});
    unownedSince = found === 'unowned' ? (unownedSince ?? Date.now()) : undefined;
    if (unownedSince && Date.now() - unownedSince > orphanedMs) return undefined;
    await sleep(50);
  }
  return undefined;
}

/** undefined while it does not answer. */
async function knock(layout: Layout): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: urlOf(layout) });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const isOthers = sqlState(error) === '28000' || (error as { code?: string }).code === 'EACCES';
    if (isOthers)
      throw new AnotherAccount(
        `the database in ${layout.dataDir} runs under another account: give the command as the account that runs Insignia`,
      );
    return undefined;
  }
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
async function closeToGuests(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: guestsMs });
  client.on('error', () => {});
  await client
    .connect()
    .then(() => client.query('select pg_advisory_lock($1)', [guestLock]))
    .catch(() => {});
  return client;
}
