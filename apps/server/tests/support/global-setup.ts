// Runs once before all test files: a PostgreSQL (our embedded one, or the server of DATABASE_URL) with a migrated
// template database, of which every test file gets a copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openEmbedded } from '../../src/platform/db/index.ts';

const template = `insignia_template_${process.pid}`;
let tearDown = async (): Promise<void> => {};

export async function globalSetup(): Promise<void> {
  const given = process.env.DATABASE_URL;
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-tests-'));
  const embedded = given ? undefined : await openEmbedded(dataDir, () => {});
  const server = given ?? embedded?.url ?? '';
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
    `# PostgreSQL ${rows[0].server_version} (${given ? 'DATABASE_URL' : 'embedded'})\n`,
  );
  tearDown = async () => {
    await admin.query(`drop database if exists ${template}`);
    await admin.end();
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export async function globalTeardown(): Promise<void> {
  await tearDown();
}
