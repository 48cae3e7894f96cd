// The PostgreSQL server of a test run, in its own process. Ends with the process that forked it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/platform/db/index.ts';

// Ctrl-C reaches all; the users end first.
process.on('SIGINT', () => {});
/** Set for tests that neither let the machine fail nor check these settings. */
const isUnsafe = process.env.TEST_FSYNC === 'off';
const dataDir = await mkdtemp(
  join(isUnsafe ? await findFastFolder() : tmpdir(), 'insignia-tests-'),
);
const database = await openEmbedded(dataDir, () => {}, {
  // All parallel test files use it, with up to four instances each.
  max_connections: '400',
  ...(isUnsafe && {
    ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    ...{ wal_level: 'minimal', max_wal_senders: '0' },
    // It would visit the databases of all files in turn.
    autovacuum_naptime: '1h',
  }),
});
const end = async (): Promise<void> => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
if (process.connected) process.once('disconnect', end).send?.(database.url);
else await end();

/**
 * Memory if there is plenty. On ext4, the files of each test's database take 8 % of all CPU. A
 * container usually has 64 MB.
 */
async function findFastFolder(): Promise<string> {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return tmpdir();
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > 4 * 1024 ** 3 ? folder : tmpdir();
}
