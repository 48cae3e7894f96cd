// The PostgreSQL server of a test run, in its own process. Ends with the process that forked it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/platform/db/index.ts';

// Ctrl-C reaches all; the users end first.
process.on('SIGINT', () => {});
const dataDir = await mkdtemp(join(tmpdir(), 'insignia-tests-'));
const database = await openEmbedded(dataDir, () => {}, {
  // All parallel test files use it, with up to four instances each.
  max_connections: '400',
  // Set for tests that neither let the machine fail nor check these settings.
  ...(process.env.TEST_FSYNC === 'off' && { fsync: 'off', full_page_writes: 'off' }),
});
const end = async (): Promise<void> => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
if (process.connected) process.once('disconnect', end).send?.(database.url);
else await end();
