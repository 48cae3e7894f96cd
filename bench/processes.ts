// One process compared with several, alternately on this machine: `npm run bench:processes`.
// PROCESSES=4 for more than two. Loopback only, bounded, stops by itself.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { fillDatabase, getIds, postAwards } from './fill.ts';
import { median, requireTools, rounds, runWrk, seconds } from './tools.ts';

const many = process.env.PROCESSES ?? '2';
await requireTools();
const { path, remove } = await createTemporaryDirectory();
const load = loadavg()[0]?.toFixed(1);

async function begin(processes: string) {
  const folder = join(path, processes);
  const settings = { DATA_DIR: folder, PROCESSES: processes, RATE_LIMIT: '100000' };
  const server = await startProcess(settings);
  const host = encodeURIComponent(getLayout(folder).socketDir);
  const url = `postgresql:///postgres?host=${host}&user=insignia`;
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { keys, badges, ids } = await fillDatabase(db);
  await db.end();
  const [read, post] = [join(path, `ids-${processes}.lua`), join(path, `post-${processes}.lua`)];
  await writeFile(read, getIds(ids));
  await writeFile(post, postAwards(keys, badges));
  const work = {
    'GET public assertion, cached': () => runWrk(`${server.url}/certify-badge/award/${ids[0]}`),
    'GET public assertion, 100k random ids': () => runWrk(server.url, ['-s', read]),
    'POST /awards, 1,000 accounts': () => runWrk(`${server.url}/awards`, ['-s', post]),
  };
  return { server, work };
}

const [one, several] = [await begin('1'), await begin(many)];
try {
  for (const name of Object.keys(one.work) as (keyof typeof one.work)[]) {
    const [ofOne, ofSeveral]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ofOne.push(await one.work[name]());
      ofSeveral.push(await several.work[name]());
    }
    const [a, b] = [median(ofOne), median(ofSeveral)];
    console.log(
      `${name}: one process ${Math.round(a)}/s, ${many} ${Math.round(b)}/s, ${(b / a).toFixed(2)}`,
    );
  }
  console.log(
    `${availableParallelism()} cores, load ${load} before, wrk and PostgreSQL beside it, ${rounds} rounds of ${seconds} s each`,
  );
} finally {
  for (const { server } of [one, several]) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  await remove();
}
