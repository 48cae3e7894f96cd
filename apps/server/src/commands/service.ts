import { type Config, readConfig, readEnv } from '../config/index.ts';
import { keysSource } from '../features/access/index.ts';
import { type Auth, createAuth } from '../features/people/index.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { createUrls, type Urls } from '../kernel/urls.ts';
import { checkBaseUrl } from '../platform/base-url.ts';
import { callWorkers } from '../platform/calls.ts';
import { type Announce, createAnnounce } from '../platform/changes.ts';
import {
  connect,
  type Database,
  joinEmbedded,
  openWritable,
  readTarget,
  refuseUnfit,
  schemaFault,
  schemaState,
} from '../platform/db/index.ts';
import { keptSecretMark, openSecrets } from '../platform/secrets/index.ts';
import { CommandFault, faultOf } from './fault.ts';

/** What commands need: the configured database, and ways to notify running processes. */
export type Service = {
  config: Config;
  clock: Clock;
  db: Database;
  urls: Urls;
  announce: Announce;
  forgetKeys: () => Promise<void>;
  openAuth: () => Promise<Auth>;
};

export type Surroundings = { signal: AbortSignal; warn: (message: string) => void };

/** Reads the service's configuration from the environment. */
function configured(): Config {
  const { config, faults } = readConfig(readEnv());
  if (faults.length > 0) throw new CommandFault('unfit', faults.join('\n'));
  return config;
}

export type Place = { url: string; isGuest: boolean; close: () => Promise<void> };

/** Locates the database. Starts an embedded one that isn't running, until `close`. */
export async function openPlace(
  config: Config,
  mayMake: boolean,
  { signal, warn }: Surroundings,
): Promise<Place> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return { url: databaseUrl, isGuest: true, close: async () => {} };
  const settings = config.postgres;
  const { url, isGuest, stop } = await joinEmbedded(dataDir, mayMake, warn, signal, settings);
  return { url, isGuest, close: stop };
}

/** Runs `work` on the configured database next to a running server, and always cleans up. */
export async function withService<T>(
  { signal, warn }: Surroundings,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  return withPlace({ signal, warn }, false, async (config, { url }) => {
    await refuseOther(url);
    const { db, close } = connect(url, () => {});
    const stopCalling = callWorkers(db);
    try {
      await checkBaseUrl(db, config.baseUrl, false);
      return await work(serviceOf(config, db));
    } finally {
      await stopCalling();
      await close();
    }
  });
}

/** Like `withService`, for a database in any state. */
export function withPlace<T>(
  surroundings: Surroundings,
  mayMake: boolean,
  work: (config: Config, place: Place) => Promise<T>,
): Promise<T> {
  const { signal } = surroundings;
  return withConfig(surroundings, (config) =>
    inPlace(config, mayMake, surroundings, (place) =>
      untilAborted(signal, () => work(config, place)),
    ),
  );
}

/** Not raced against the signal: `work` undoes its own changes and ends on abort. */
export async function inPlace<T>(
  config: Config,
  mayMake: boolean,
  surroundings: Surroundings,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const place = await openPlace(config, mayMake, surroundings);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

export async function withConfig<T>(
  surroundings: Surroundings,
  work: (config: Config) => Promise<T>,
): Promise<T> {
  const config = configured();
  return telling(surroundings, () => work(config), config.dataDir);
}

/** Converts errors to command failures. */
export async function telling<T>(
  { signal }: Surroundings,
  work: () => Promise<T>,
  dataDir = '',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw faultOf(error, dataDir);
  }
}

/**
 * Ends on Ctrl-C: the running statement is cancelled with its connection, and its transaction rolls
 * back.
 */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const working = work();
  working.catch(() => {});
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function refuseOther(url: string): Promise<void> {
  const client = await openWritable(readTarget(url).urls);
  await refuseUnfit(client).finally(() => client.end().catch(() => {}));
  const fault = schemaFault(await schemaState(url));
  if (fault) throw new CommandFault('unfit', fault);
}

function serviceOf(config: Config, db: Database): Service {
  const clock = systemClock;
  const urls = createUrls(config.baseUrl);
  const announce = createAnnounce(db);
  const openAuth = async (): Promise<Auth> => {
    const secrets = await openSecrets(config);
    secrets.use((await keptSecretMark(db)) ?? secrets.mark);
    return createAuth({ db, clock, urls, secrets });
  };
  return { config, clock, db, urls, announce, openAuth, forgetKeys: () => announce(keysSource) };
}
