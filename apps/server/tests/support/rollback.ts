import { after, before } from 'node:test';
import { sql } from 'kysely';
import { connect, type DatabaseConnection, type Trx } from '../../src/platform/db/index.ts';
import { createDatabase } from './database.ts';
import { openTransaction } from './open-transaction.ts';

/** Runs work in transactions that are rolled back, on the test file's database. */
export function useRollback(): <T>(work: (trx: Trx) => Promise<T>) => Promise<T> {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let connection: DatabaseConnection;
  before(async () => {
    database = await createDatabase();
    connection = connect(database.url, () => {});
  });
  after(async () => {
    await connection.close();
    await database.drop();
  });
  return async (work) => {
    const { trx, rollBack } = await openTransaction(connection.db);
    try {
      return await work(trx);
    } finally {
      await rollBack();
    }
  };
}

export type TestBadge = { id: string; accountId: string; verified: boolean; deleted: boolean };

/** A badge with issuer and account. */
export async function insertBadge(trx: Trx, badge: TestBadge): Promise<void> {
  const { id, accountId, verified, deleted } = badge;
  await sql`insert into accounts values (${accountId}, '', 'free', now())`.execute(trx);
  await sql`insert into images values ('cid', '', 1, 1, 1, now())`.execute(trx);
  await sql`insert into issuers (id, account_id, name, url, email, code_hash, verified_at, created_at)
    values (${id}, ${accountId}, '', '', '', '', case when ${verified} then now() end, now())`.execute(
    trx,
  );
  await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at, deleted_at)
    values (${id}, ${accountId}, ${id}, '', '', '', 'cid', now(), case when ${deleted} then now() end)`.execute(
    trx,
  );
}
