// Runs once before all test files: a PostgreSQL server (embedded, or DATABASE_URL) with a migrated
// template database that each test file copies.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { provideDashboard } from '../../../../scripts/build-dashboard.ts';
import { migrate } from '../../src/platform/db/index.ts';
import { bundleProgram } from './bundle-program.ts';
import { beginErrorRecord } from './observed-errors.ts';

const template = `insignia_template_${process.pid}`;
let tearDown = async (): Promise<void> => {};
let errorRecord: ReturnType<typeof beginErrorRecord> | undefined;

export async function globalSetup(): Promise<void> {
  await provideDashboard();
  if (process.env.TEST_PROGRAM === 'bundled') process.env.TEST_PRELOAD = await bundleProgram();
  errorRecord = beginErrorRecord();
  const databaseUrl = process.env.DATABASE_URL;
  const embedded = databaseUrl ? undefined : await startDatabase();
  const server = databaseUrl ?? embedded?.url ?? '';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rows } = await admin.query('show server_version');
  await admin.query(`create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrate(url.href);
  process.env.TEST_POSTGRES = server;
  process.env.TEST_TEMPLATE = template;
  process.stdout.write(
    `# PostgreSQL ${rows[0].server_version} (${databaseUrl ? 'DATABASE_URL' : 'embedded'})\n`,
  );
  tearDown = async () => {
    await admin.query(`drop database if exists ${template}`);
    await admin.end();
    await embedded?.stop();
  };
}

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const file = fileURLToPath(new URL('./database-process.ts', import.meta.url));
  const child = fork(file, { execArgv: [] });
  const ended = once(child, 'exit');
  const url = await Promise.race([once(child, 'message').then(([text]) => text), ended]);
  if (typeof url !== 'string') throw new Error('the database of the tests did not start');
  child.unref();
  child.channel?.unref();
  return {
    url,
    stop: async () => {
      child.ref();
      child.disconnect();
      await ended;
    },
  };
}

export async function globalTeardown(): Promise<void> {
  errorRecord?.remove();
  await tearDown();
}
