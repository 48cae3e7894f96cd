import { EventEmitter } from 'node:events';
import type { Config } from './config/index.ts';
import { KeyCache, keysSource } from './features/access/index.ts';
import { OpenedKeys } from './features/signing/index.ts';
import { callWorkers, hearCalls } from './platform/calls.ts';
import { createEdge, purgeKind } from './platform/cdn/index.ts';
import { type Announce, createAnnounce, hearChanges } from './platform/changes.ts';
import { type Database, isDatabaseAway, type Replicas, tellOfWork } from './platform/db/index.ts';
import {
  type PreparedResponse,
  ResponseCache,
  withStrictTransport,
} from './platform/http/index.ts';
import { type Channel, listen } from './platform/listen.ts';

/** What a process hears from the database to have changed; undefined where that may be anything. */
export type ChangeEvents = EventEmitter<{ change: [source: string | undefined] }>;
type Stop = () => Promise<void>;
const cacheBytes = 32 * 1024 * 1024;
/** What was revoked is so everywhere within 30 s; what came from a replica may have been 15 s old as it came. */
const staleMs = { ofPrimary: 29_000, ofReplicas: 14_000 };

export type Caches = {
  cache: ResponseCache;
  keys: KeyCache;
  opened: OpenedKeys;
  announce: Announce;
  heard: ChangeEvents;
};

/** What a process keeps of the database, and how it hears and tells that it has changed. */
export function createCaches(
  config: Config,
  db: Database,
  url: string,
  secrets: Channel,
  replicas: Replicas | undefined,
  stops: Stop[],
): Caches {
  const { cdn } = config;
  const isSecure = config.baseUrl.startsWith('https:');
  const addEdge = cdn ? createEdge(cdn) : (prepared: PreparedResponse) => prepared;
  const cache = new ResponseCache(
    cacheBytes,
    isDatabaseAway,
    replicas ? staleMs.ofReplicas : staleMs.ofPrimary,
    (prepared) => addEdge(isSecure ? withStrictTransport(prepared) : prepared),
  );
  const keys = new KeyCache();
  const opened = new OpenedKeys();
  const forget = (source: string | undefined): void => {
    if (source === undefined) cache.clear();
    else cache.drop(source);
    if (source === undefined || source === keysSource) keys.clear();
    opened.forget(source);
    replicas?.changed(source);
  };
  const tellOthers = createAnnounce(db);
  const announce: Announce = async (...sources) => {
    for (const source of sources) forget(source === '*' ? undefined : source);
    await tellOthers(...sources);
    // The change has written its job itself; this makes it soon.
    if (cdn) tellOfWork(db, [purgeKind]);
  };
  const heard: ChangeEvents = new EventEmitter();
  heard.on('change', forget);
  hearOthers(config, db, url, heard, secrets, stops);
  return { cache, keys, opened, announce, heard };
}

/**
 * A worker keeps nothing, and an API process does no work. On an embedded database nobody else serves or works, but the
 * operator's commands change things.
 */
function hearOthers(
  { databaseUrl, databaseListenUrl, role }: Config,
  db: Database,
  url: string,
  heard: ChangeEvents,
  secrets: Channel,
  stops: Stop[],
): void {
  const changes = role === 'worker' ? [] : [hearChanges((source) => heard.emit('change', source))];
  const calls = role === 'api' ? [] : [hearCalls(db)];
  stops.push(listen(databaseListenUrl ?? url, [secrets, ...changes, ...calls]).stop);
  if (databaseUrl) stops.push(callWorkers(db));
}
