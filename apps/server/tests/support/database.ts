import { randomBytes } from 'node:crypto';
import pg from 'pg';

const { TEST_POSTGRES: server, TEST_TEMPLATE: template } = process.env;
/** Takes a third of the CPU of writing each page to the log, unless files must reach a disk. */
const isCopied = process.env.TEST_FSYNC === 'off' && !process.env.DATABASE_URL;

async function asAdmin(statement: string): Promise<void> {
  if (!server || !template)
    throw new Error('run tests with npm test: it starts the database that they need');
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
}

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** A new database, `migrated` or empty. */
export async function createDatabase(migrated = true): Promise<TestDatabase> {
  const name = `insignia_test_${randomBytes(6).toString('hex')}`;
  const source = migrated ? `template ${template} ${isCopied ? 'strategy file_copy' : ''}` : '';
  await asAdmin(`create database ${name} ${source}`);
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
