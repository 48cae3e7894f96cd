import type { Database, Trx } from '../../src/platform/db/index.ts';

const rolledBack = new Error('rolled back');

/** A transaction that stays open until the test ends it. */
type TestTransaction = { trx: Trx; commit: () => Promise<void>; rollBack: () => Promise<void> };

export async function openTransaction(db: Database): Promise<TestTransaction> {
  const opened = Promise.withResolvers<Trx>();
  const ended = Promise.withResolvers<void>();
  const work = async (trx: Trx): Promise<void> => {
    opened.resolve(trx);
    await ended.promise;
  };
  const done = db.write(work, { retry: false });
  done.catch(opened.reject);
  return {
    trx: await opened.promise,
    async commit() {
      ended.resolve();
      await done;
    },
    async rollBack() {
      ended.reject(rolledBack);
      await done.catch((error) => {
        if (error !== rolledBack) throw error;
      });
    },
  };
}
