// Cost of a static export without drawing and writing: `npm run bench:static`. Every credential of the
// database is read, compared and recorded, twice, which shows that memory doesn't grow. OWN=500000 has
// 1,000,000 credentials; GROWTH_DIR=/some/where keeps the database, as for bench:growth.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { exportStatic, openExportFolder } from '../apps/server/src/features/static-export/index.ts';
import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { createUrls } from '../apps/server/src/kernel/urls.ts';
import { connect, openEmbedded } from '../apps/server/src/platform/db/index.ts';
import { createTemporaryDirectory } from '../apps/server/tests/support/process.ts';
import { openGrownDatabase } from './grown-database.ts';

const own = Number(process.env.OWN ?? 1_000);
const scratch = await createTemporaryDirectory();
const directory = process.env.GROWTH_DIR ?? scratch.path;
await mkdir(directory, { recursive: true });
const embedded = await openEmbedded(join(directory, 'data'), console.log);
const stops: (() => Promise<unknown>)[] = [scratch.remove, embedded.stop];
const signal = new AbortController().signal;

/** Seconds and peak megabytes of this process. */
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const result = await work().finally(() => clearInterval(timer));
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(peak / 1e6)} MB at most`);
  return result;
}

try {
  const admin = new pg.Client({ connectionString: embedded.url });
  await admin.connect();
  stops.push(() => admin.end());
  const grown = await openGrownDatabase(admin, own === 500_000 ? 'million' : `m${own}`, own);
  const { db, close } = connect(grown.url, () => {});
  stops.push(close);
  const nowhere = await openExportFolder(join(scratch.path, 'nowhere'));
  const silent = {
    ...nowhere,
    put: async () => {},
    sync: async () => {},
  };
  const body = Buffer.from('{}');
  const deps = {
    ...{
      db,
      clock: systemClock,
      urls: createUrls('https://badges.example'),
      fixedFiles: [],
      gonePage: body,
    },
    answer: async (_path: string, accept: string) => ({
      ...{ status: 200, type: accept, policy: undefined, bytes: body },
    }),
  };
  const options = { accountId: undefined, signal, onProgress: () => {} };
  console.log(await measure('all, without drawing', () => exportStatic(deps, silent, options)));
  console.log(await measure('all, unchanged', () => exportStatic(deps, silent, options)));
  await grown.db.end();
} finally {
  for (const stop of stops.reverse()) await stop();
}
