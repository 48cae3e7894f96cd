import { EventEmitter } from 'node:events';
import type { Config } from '../config/index.ts';
import { KeyCache, keysCacheTag } from '../features/access/index.ts';
import { SignerCache } from '../features/signing/index.ts';
import { createEdge, purgeKind } from '../platform/cdn/index.ts';
import { type Database, isDatabaseUnavailable, type Replicas } from '../platform/db/index.ts';
import {
  createInvalidationChannel,
  createInvalidator,
  type InvalidateLocally,
  type InvalidateTags,
} from '../platform/db/invalidation.ts';
import { type Channel, createWakeChannel, forwardWakeups, listen } from '../platform/db/listen.ts';
import {
  type PreparedResponse,
  ResponseCache,
  withStrictTransport,
} from '../platform/http/index.ts';

/** Changes announced by the database. Undefined if anything may have changed. */
export type ChangeEvents = EventEmitter<{ change: [source: string | undefined] }>;
type Stop = () => Promise<void>;
const cacheBytes = 32 * 1024 * 1024;
/** Revocations take effect within 30 s everywhere. Data from a replica may already be 15 s old. */
const staleMs = { ofPrimary: 29_000, ofReplicas: 14_000 };

export type Caches = {
  cache: ResponseCache;
  keys: KeyCache;
  signerCache: SignerCache;
  announce: InvalidateTags;
  invalidateLocally: InvalidateLocally;
  changeEvents: ChangeEvents;
};

/** Caches of this process, with invalidation across processes. */
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
    isDatabaseUnavailable,
    replicas ? staleMs.ofReplicas : staleMs.ofPrimary,
    (prepared) => addEdge(isSecure ? withStrictTransport(prepared) : prepared),
  );
  const keys = new KeyCache();
  const signerCache = new SignerCache();
  const invalidate = (tag: string | undefined): void => {
    if (tag === undefined) cache.clear();
    else cache.drop(tag);
    if (tag === undefined || tag === keysCacheTag) keys.clear();
    signerCache.invalidate(tag);
    replicas?.noteChange(tag);
  };
  const announceToOthers = createInvalidator(db);
  const invalidateLocally: InvalidateLocally = (...tags) => {
    for (const tag of tags) invalidate(tag === '*' ? undefined : tag);
    // The change already enqueued its job. This only speeds it up.
    if (cdn) db.signals.wake([purgeKind]);
  };
  const announce: InvalidateTags = async (...tags) => {
    invalidateLocally(...tags);
    await announceToOthers(...tags);
  };
  const changeEvents: ChangeEvents = new EventEmitter();
  changeEvents.on('change', invalidate);
  listenForChanges(config, db, url, changeEvents, secrets, stops);
  return { cache, keys, signerCache, announce, invalidateLocally, changeEvents };
}

/**
 * Workers cache nothing, and API processes run no jobs. With an embedded database there are no
 * other servers, but the operator's commands make changes.
 */
function listenForChanges(
  { databaseUrl, databaseListenUrl, role }: Config,
  db: Database,
  url: string,
  changeEvents: ChangeEvents,
  secrets: Channel,
  stops: Stop[],
): void {
  const changes =
    role === 'worker' ? [] : [createInvalidationChannel((tag) => changeEvents.emit('change', tag))];
  const calls = role === 'api' ? [] : [createWakeChannel(db)];
  stops.push(listen(databaseListenUrl ?? url, [secrets, ...changes, ...calls]).stop);
  if (databaseUrl) stops.push(forwardWakeups(db));
}
