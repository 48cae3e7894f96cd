import type { Kysely, Transaction } from 'kysely';
import { getCommitCallbacks, getFigures } from './figures.ts';

type WorkListener = { kinds: readonly string[]; wake: () => void };

const listeners = new WeakMap<object, Set<WorkListener>>();
const remoteCallers = new WeakMap<object, (kinds: readonly string[]) => void>();
const wakesOnCommit = new WeakMap<object, Set<string>>();

/** Records that the transaction causes work of this kind. Workers are woken on commit. */
export function wakeOnCommit(trx: Transaction<unknown>, kind: string): void {
  wakesOnCommit.set(trx, (wakesOnCommit.get(trx) ?? new Set()).add(kind));
}

/**
 * Wakes workers for these kinds of work: local ones, or those of other processes if there are none
 * here.
 */
export function wakeWorkers(db: Kysely<unknown>, kinds: readonly string[]): void {
  const woken = wakeLocalWorkers(db, kinds);
  const ofOthers = kinds.filter((kind) => !woken.has(kind));
  if (ofOthers.length > 0) remoteCallers.get(db)?.(ofOthers);
}

/** Wakes local workers. Returns the kinds that have one. */
export function wakeLocalWorkers(db: Kysely<unknown>, kinds: readonly string[]): Set<string> {
  const known = new Set<string>();
  for (const each of listeners.get(db) ?? []) {
    const own = kinds.filter((kind) => each.kinds.includes(kind));
    if (own.length > 0) each.wake();
    for (const kind of own) known.add(kind);
  }
  return known;
}

/** Calls `call` for work without a local worker, until the returned function is called. */
export function onRemoteWork(
  db: Kysely<unknown>,
  call: (kinds: readonly string[]) => void,
): () => void {
  remoteCallers.set(db, call);
  return () => remoteCallers.delete(db);
}

/** Calls `wake` when there may be work of these kinds, until the returned function is called. */
export function onWork(
  db: Kysely<unknown>,
  kinds: readonly string[],
  wake: () => void,
): () => void {
  const waiting = listeners.get(db) ?? new Set();
  listeners.set(db, waiting);
  const own = { kinds, wake };
  waiting.add(own);
  return () => waiting.delete(own);
}

/** On commit, wakes workers and applies counts. */
export function withCommitCallbacks(db: Kysely<unknown>): Kysely<unknown> {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      let caused: Set<string> | undefined;
      let counted: ReturnType<typeof getCommitCallbacks> = [];
      const result = await execute(async (trx) => {
        const done = await work(trx);
        caused = wakesOnCommit.get(trx);
        counted = getCommitCallbacks(trx);
        return done;
      });
      for (const count of counted) count(getFigures(db));
      if (caused) wakeWorkers(db, [...caused]);
      return result;
    };
    return builder;
  };
  return db;
}
