import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  findBinaries,
  getLayout,
  migrate,
  openEmbedded,
  readFunctions,
  readMigrations,
} from '../../src/platform/db/index.ts';
import { createTemporaryDirectory } from './process.ts';

/** Files that decide a cluster's content besides PostgreSQL, migrations and functions. */
const makers = ['embedded/open.ts', 'migrate.ts', 'apply-migration.ts'];

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/clusters/', import.meta.url));

/**
 * A data directory with a migrated database. Tests that aren't about the first start use it, because
 * making a database takes several seconds of CPU.
 */
export async function createDataDirectory() {
  const directory = await createTemporaryDirectory();
  await copyCluster(await provideCluster(), getLayout(directory.path).cluster);
  return directory;
}

/**
 * Made once per version of what makes it, and atomically, because test files run in parallel.
 */
async function provideCluster(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(join(findBinaries().root, 'package.json')));
  for (const maker of makers)
    hash.update(await readFile(new URL(`../../src/platform/db/${maker}`, import.meta.url)));
  for (const { name, text } of [...(await readMigrations()), ...(await readFunctions())])
    hash.update(name).update(text);
  const place = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(place)) return place;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'new-'));
  // Every account may use the folder for temporary files.
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-cluster-'));
  const { url, stop } = await openEmbedded(dataDir, () => {}, { fsync: 'off' });
  await migrate(url).finally(stop);
  await copyCluster(getLayout(dataDir).cluster, join(draft, 'cluster'));
  await rm(dataDir, { recursive: true });
  await rename(join(draft, 'cluster'), place).catch((error: unknown) => {
    if (!existsSync(place)) throw error;
  });
  await rm(draft, { recursive: true });
  return place;
}

/** PostgreSQL requires that only its account may read the files. */
async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', from, to]);
}
