import type { Kysely, Transaction } from 'kysely';
import { countedWith, figuresOf } from './count.ts';

type Waiting = { kinds: readonly string[]; wake: () => void };

const waitingOn = new WeakMap<object, Set<Waiting>>();
const callers = new WeakMap<object, (kinds: readonly string[]) => void>();
const causedIn = new WeakMap<object, Set<string>>();

/** Records that the transaction causes work of this kind. Workers are woken on commit. */
export function causesWork(trx: Transaction<unknown>, kind: string): void {
  causedIn.set(trx, (causedIn.get(trx) ?? new Set()).add(kind));
}

/**
 * Wakes workers for these kinds of work: local ones, or those of other processes if there are none
 * here.
 */
export function tellOfWork(db: Kysely<unknown>, kinds: readonly string[]): void {
  const woken = wakeFor(db, kinds);
  const ofOthers = kinds.filter((kind) => !woken.has(kind));
  if (ofOthers.length > 0) callers.get(db)?.(ofOthers);
}

/** Wakes local workers. Returns the kinds that have one. */
export function wakeFor(db: Kysely<unknown>, kinds: readonly string[]): Set<string> {
  const known = new Set<string>();
  for (const each of waitingOn.get(db) ?? []) {
    const own = kinds.filter((kind) => each.kinds.includes(kind));
    if (own.length > 0) each.wake();
    for (const kind of own) known.add(kind);
  }
  return known;
}

/** Calls `call` for work without a local worker, until the returned function is called. */
export function onWorkOfOthers(
  db: Kysely<unknown>,
  call: (kinds: readonly string[]) => void,
): () => void {
  callers.set(db, call);
  return () => callers.delete(db);
}

/** Calls `wake` when there may be work of these kinds, until the returned function is called. */
export function onWork(
  db: Kysely<unknown>,
  kinds: readonly string[],
  wake: () => void,
): () => void {
  const waiting = waitingOn.get(db) ?? new Set();
  waitingOn.set(db, waiting);
  const own = { kinds, wake };
  waiting.add(own);
  return () => waiting.delete(own);
}

/** On commit, wakes workers and applies counts. */
export function tellingOfWork(db: Kysely<unknown>): Kysely<unknown> {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      let caused: Set<string> | undefined;
      let counted: ReturnType<typeof countedWith> = [];
      const result = await execute(async (trx) => {
        const done = await work(trx);
        caused = causedIn.get(trx);
        counted = countedWith(trx);
        return done;
      });
      for (const count of counted) count(figuresOf(db));
      if (caused) tellOfWork(db, [...caused]);
      return result;
    };
    return builder;
  };
  return db;
}
