import type { Kysely, Transaction } from 'kysely';
import { countedWith, figuresOf } from './count.ts';

type Waiting = { kinds: readonly string[]; wake: () => void };

const waitingOn = new WeakMap<object, Set<Waiting>>();
const callers = new WeakMap<object, (kinds: readonly string[]) => void>();
const causedIn = new WeakMap<object, Set<string>>();

/** What the transaction writes is work of this kind: whoever does it is told once it is committed. */
export function causesWork(trx: Transaction<unknown>, kind: string): void {
  causedIn.set(trx, (causedIn.get(trx) ?? new Set()).add(kind));
}

/** There is work of these kinds: wakes who does it here, and calls for others where nobody does. */
export function tellOfWork(db: Kysely<unknown>, kinds: readonly string[]): void {
  const woken = wakeFor(db, kinds);
  const ofOthers = kinds.filter((kind) => !woken.has(kind));
  if (ofOthers.length > 0) callers.get(db)?.(ofOthers);
}

/** Wakes whoever does work of these kinds in this process; answers which of them somebody does. */
export function wakeFor(db: Kysely<unknown>, kinds: readonly string[]): Set<string> {
  const known = new Set<string>();
  for (const each of waitingOn.get(db) ?? []) {
    const own = kinds.filter((kind) => each.kinds.includes(kind));
    if (own.length > 0) each.wake();
    for (const kind of own) known.add(kind);
  }
  return known;
}

/** Calls `call` with work that nobody does in this process, until what it returns is called. */
export function onWorkOfOthers(
  db: Kysely<unknown>,
  call: (kinds: readonly string[]) => void,
): () => void {
  callers.set(db, call);
  return () => callers.delete(db);
}

/** Calls `wake` when there may be work of these kinds, until what it returns is called. */
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

/** Every transaction of this database tells what it has caused, and counts what it has counted. */
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
