import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isRolledBack } from './failure.ts';

const restMs = 10;

/** Does the work again, once, when others that were in its way had it rolled back: nothing of it has happened. */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRolledBack(error)) throw error;
  }
  // Those who met do not meet again at once.
  await sleep(restMs * (1 + 4 * Math.random()));
  return work();
}

/** Every transaction of this database, whoever begins it: what it is given to do may run twice. */
export function withTransactionsOnceMore<DB>(db: Kysely<DB>): Kysely<DB> {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => onceMore(() => execute(work));
    return builder;
  };
  const withSchema = db.withSchema.bind(db);
  db.withSchema = (schema) => withTransactionsOnceMore(withSchema(schema));
  return db;
}
