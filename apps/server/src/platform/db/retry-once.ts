import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isRolledBack } from './failure.ts';

const restMs = 10;

/** Retries once after a deadlock or serialization failure, which rolled everything back. */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRolledBack(error)) throw error;
  }
  // Random delay, so that the same transactions don't collide again.
  await sleep(restMs * (1 + 4 * Math.random()));
  return work();
}

/** Retries every transaction of this database, so its work may run twice. */
export function withTransactionRetry<DB>(db: Kysely<DB>): Kysely<DB> {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryOnce(() => execute(work));
    return builder;
  };
  const withSchema = db.withSchema.bind(db);
  db.withSchema = (schema) => withTransactionRetry(withSchema(schema));
  return db;
}
