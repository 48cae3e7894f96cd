// Writes the row types of all tables from the migrations; with --check it only compares, and fails when they are stale.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openEmbedded } from '../apps/server/src/platform/db/index.ts';

const target = 'apps/server/src/platform/db/schema.ts';
const check = process.argv.includes('--check');
const dataDir = await mkdtemp(join(tmpdir(), 'insignia-schema-'));
const database = await openEmbedded(dataDir, () => {});
try {
  await migrate(database.url);
  const out = check ? join(dataDir, 'schema.ts') : target;
  const options = [
    '--dialect',
    'postgres',
    '--url',
    database.url,
    '--out-file',
    out,
    '--exclude-pattern',
    'public.kysely_*',
  ];
  await promisify(execFile)('kysely-codegen', options);
  if (check && (await readFile(out, 'utf8')) !== (await readFile(target, 'utf8'))) {
    console.error(`${target} is stale: npm run generate`);
    process.exitCode = 1;
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
