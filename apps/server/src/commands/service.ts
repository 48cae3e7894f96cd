import { type Config, readConfig, readEnv } from '../config/index.ts';
import { keysCacheTag } from '../features/access/index.ts';
import { type Auth, createAuth } from '../features/people/index.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { createUrls, type Urls } from '../kernel/urls.ts';
import { checkBaseUrl } from '../platform/db/base-url.ts';
import {
  assertSupportedDatabase,
  connect,
  type Database,
  describeNewerSchema,
  findSchemaError,
  joinEmbedded,
  migrate,
  openWritableClient,
  readSchemaState,
  readTarget,
} from '../platform/db/index.ts';
import { createInvalidator, type InvalidateTags } from '../platform/db/invalidation.ts';
import { forwardWakeups } from '../platform/db/listen.ts';
import { openSecrets, readSecretMark } from '../platform/secrets/index.ts';
import { CommandError, toCommandError } from './command-error.ts';

/** Gives commands the configured database and ways to notify running processes. */
export type CommandService = {
  config: Config;
  clock: Clock;
  db: Database;
  urls: Urls;
  announce: InvalidateTags;
  invalidateKeys: () => Promise<void>;
  openAuth: () => Promise<Auth>;
};

export type CommandContext = { signal: AbortSignal; warn: (message: string) => void };

/** Reads the service's configuration from the environment. */
function loadConfig(): Config {
  const { config, errors } = readConfig(readEnv());
  if (errors.length > 0) throw new CommandError('unfit', errors.join('\n'));
  return config;
}

export type DatabaseAccess = { url: string; isGuest: boolean; close: () => Promise<void> };

/** Locates the database. Starts an embedded one that isn't running, until `close`. */
export async function openDatabaseAccess(
  config: Config,
  mayMake: boolean,
  { signal, warn }: CommandContext,
): Promise<DatabaseAccess> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return { url: databaseUrl, isGuest: true, close: async () => {} };
  const settings = config.postgres;
  const { url, isGuest, stop } = await joinEmbedded(dataDir, mayMake, warn, signal, settings);
  return { url, isGuest, close: stop };
}

/** Runs `work` on the configured database next to a running server, and always cleans up. */
export async function withService<T>(
  context: CommandContext,
  work: (service: CommandService) => Promise<T>,
): Promise<T> {
  return withDatabaseAccess(context, false, (config, { url }) => runService(config, url, work));
}

/** Like `withService`, for work that needs a connection of its own and ends by itself on abort. */
export async function withLongService<T>(
  context: CommandContext,
  work: (service: CommandService, url: string) => Promise<T>,
): Promise<T> {
  return withConfig(context, (config) =>
    runWithAccess(config, false, context, ({ url }) =>
      runService(config, url, (service) => work(service, url)),
    ),
  );
}

async function runService<T>(
  config: Config,
  url: string,
  work: (service: CommandService) => Promise<T>,
): Promise<T> {
  await requireUsableDatabase(url);
  const { db, close } = connect(url, () => {});
  const stopCalling = forwardWakeups(db);
  try {
    await checkBaseUrl(db, config.baseUrl, false);
    return await work(createCommandService(config, db));
  } finally {
    await stopCalling();
    await close();
  }
}

/** Like `withService`, for a database in any state. */
function withDatabaseAccess<T>(
  context: CommandContext,
  mayMake: boolean,
  work: (config: Config, place: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  return withConfig(context, (config) =>
    runWithAccess(config, mayMake, context, (place) =>
      untilAborted(signal, () => work(config, place)),
    ),
  );
}

/** Not raced against the signal: `work` undoes its own changes and ends on abort. */
export async function runWithAccess<T>(
  config: Config,
  mayMake: boolean,
  context: CommandContext,
  work: (place: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const place = await openDatabaseAccess(config, mayMake, context);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

export async function withConfig<T>(
  context: CommandContext,
  work: (config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  return withCommandErrors(context, () => work(config), config.dataDir);
}

/** Converts errors to command failures. */
export async function withCommandErrors<T>(
  { signal }: CommandContext,
  work: () => Promise<T>,
  dataDir = '',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toCommandError(error, dataDir);
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

async function requireUsableDatabase(url: string): Promise<void> {
  const client = await openWritableClient(readTarget(url).urls);
  await assertSupportedDatabase(client).finally(() => client.end().catch(() => {}));
  const schemaError = findSchemaError(await readSchemaState(url));
  if (schemaError) throw new CommandError('unfit', schemaError);
}

function createCommandService(config: Config, db: Database): CommandService {
  const clock = systemClock;
  const urls = createUrls(config.baseUrl);
  const announce = createInvalidator(db);
  const openAuth = async (): Promise<Auth> => {
    const secrets = await openSecrets(config);
    secrets.use((await readSecretMark(db)) ?? secrets.mark);
    // Commands open no sessions.
    return createAuth({ db, urls, secrets, admitSession: async () => {} });
  };
  return {
    config,
    clock,
    db,
    urls,
    announce,
    openAuth,
    invalidateKeys: () => announce(keysCacheTag),
  };
}

/** Starts the program as `npm start` does, in this process. */
export async function startService(): Promise<void> {
  await import(new URL('../../boot.mjs', import.meta.url).href);
}

type OnApplied = (name: string, done: number, of: number) => void;

/** Migrates the database to this program's version, and creates an embedded one if needed. */
export function migrateDatabase(context: CommandContext, onApplied: OnApplied) {
  return withDatabaseAccess(context, true, async (_config, { url }) => {
    const { missing, newer, changedFunctions } = await readSchemaState(url);
    await migrate(url, { onWait: context.warn, onApplied });
    if (newer.length > 0) context.warn(describeNewerSchema(newer));
    return { applied: missing, functions: changedFunctions };
  });
}

/** Compares the schema without changing it. */
export function checkSchema(context: CommandContext) {
  return withDatabaseAccess(context, false, (_config, { url }) => readSchemaState(url));
}
