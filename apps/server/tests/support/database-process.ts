// The PostgreSQL of a run of tests, in a process of its own: it ends with the one that forked it, however that ends.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/platform/db/index.ts';

// Ctrl-C goes to all: those who use it end first.
process.on('SIGINT', () => {});
const dataDir = await mkdtemp(join(tmpdir(), 'insignia-tests-'));
// All test files that run at once use it, with up to four instances each.
const database = await openEmbedded(dataDir, () => {}, { max_connections: '400' });
const end = async (): Promise<void> => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
if (process.connected) process.once('disconnect', end).send?.(database.url);
else await end();
