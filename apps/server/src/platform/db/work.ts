import type { Kysely, Transaction } from 'kysely';

type Waiting = { kinds: readonly string[]; wake: () => void };

const waitingOn = new WeakMap<object, Set<Waiting>>();
const causedIn = new WeakMap<object, Set<string>>();

/** What the transaction writes is work of this kind: whoever does it here is woken once it is committed. */
export function causesWork(trx: Transaction<unknown>, kind: string): void {
  causedIn.set(trx, (causedIn.get(trx) ?? new Set()).add(kind));
}

/** Wakes whoever does work of these kinds in this process. Others, and who misses it, look by themselves. */
export function wakeFor(db: Kysely<unknown>, kinds: Iterable<string>): void {
  const caused = new Set(kinds);
  for (const each of waitingOn.get(db) ?? [])
    if (each.kinds.some((kind) => caused.has(kind))) each.wake();
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

/** Every transaction of this database tells what it has caused. */
export function withWorkTold(db: Kysely<unknown>): Kysely<unknown> {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      let caused: Set<string> | undefined;
      const result = await execute(async (trx) => {
        const done = await work(trx);
        caused = causedIn.get(trx);
        return done;
      });
      if (caused) wakeFor(db, caused);
      return result;
    };
    return builder;
  };
  return db;
}
