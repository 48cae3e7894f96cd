// POST /awards and cached public reads of this tree compared with an earlier one, alternately on this machine:
// `npm run bench:before -- ../before`, a checkout with its packages installed. Loopback only,
// bounded, stops by itself.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { postAwards } from './fill.ts';
import { median, readTreeCpu, requireTools, rounds, runWrk, seconds } from './tools.ts';

const before = process.argv[2];
if (!before) throw new Error('usage: npm run bench:before -- <folder of the earlier checkout>');
const trees = { before: resolve(before), now: resolve(import.meta.dirname, '..') };
await requireTools();
const load = loadavg()[0]?.toFixed(1);
const works = {
  'POST /awards, 1,000 accounts': 1_000,
  'POST /awards, one account': 1,
  'public credential, cached': 0,
};
type Work = keyof typeof works;

// Other programs on this machine change CPU time less than the rate.
type Figure = { rate: number; cpu: number };

/** Starts a tree's program on a new database. */
async function begin(tree: string) {
  const { path, remove } = await createTemporaryDirectory();
  const folder = join(path, 'data');
  const settings = { DATA_DIR: folder, RATE_LIMIT: '100000' };
  const server = await startProcess(settings, join(tree, 'apps/server/boot.mjs'));
  const host = encodeURIComponent(getLayout(folder).socketDir);
  const connectionString = `postgresql:///postgres?host=${host}&user=insignia`;
  const db = new pg.Client({ connectionString });
  await db.connect();
  const { fillDatabase } = await import(pathToFileURL(join(tree, 'bench/fill.ts')).href);
  const { keys, badges, ids } = await fillDatabase(db);
  await db.end();
  const send = async (work: Work) => {
    // Other programs on this machine may make both trees slow.
    const patient = ['--timeout', '20s'];
    if (works[work] === 0) return runWrk(`${server.url}/certify-badge/award/${ids[0]}`, patient);
    const script = join(path, 'post.lua');
    await writeFile(script, postAwards(keys.slice(0, works[work]), badges.slice(0, works[work])));
    return runWrk(`${server.url}/awards`, [...patient, '-s', script]);
  };
  const run = async (work: Work): Promise<Figure> => {
    const earlier = await readTreeCpu(server.child.pid);
    const rate = await send(work);
    const cpuMs = (await readTreeCpu(server.child.pid)) - earlier;
    return { rate, cpu: cpuMs / (rate * seconds) };
  };
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    await remove();
  };
  return { run, stop };
}

// Two starts of the same program may differ by several percent, so each is started several times.
const figures = Object.keys(works).map((work) => ({
  work: work as Work,
  before: [] as Figure[],
  now: [] as Figure[],
}));
for (let round = 0; round < rounds; round++) {
  const programs = { before: await begin(trees.before), now: await begin(trees.now) };
  for (const figure of figures)
    for (const name of ['before', 'now', 'now', 'before'] as const)
      figure[name].push(await programs[name].run(figure.work));
  await programs.before.stop();
  await programs.now.stop();
}
for (const { work, ...figure } of figures) {
  const compare = (name: keyof Figure, unit: string, digits: number): string => {
    const [before, now] = (['before', 'now'] as const).map((tree) =>
      median(figure[tree].map((each) => each[name])),
    ) as [number, number];
    return `before ${before.toFixed(digits)} ${unit}, now ${now.toFixed(digits)} ${unit}, ${(now / before).toFixed(2)}`;
  };
  console.log(`${work}: ${compare('rate', 'a second', 0)}; CPU ${compare('cpu', 'ms each', 3)}`);
}
console.log(
  `${availableParallelism()} cores, load ${load} before, ${rounds} starts of each, 2 rounds of ${seconds} s`,
);
