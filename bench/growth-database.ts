import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { credentialsPage, type Wanted } from '../apps/server/src/features/credentials/store.ts';
import { connect } from '../apps/server/src/platform/db/index.ts';
import { needle } from '../apps/server/tests/support/tenants.ts';
import type { Grown } from './grown.ts';
import { idAt } from './growth-requests.ts';
import { median } from './tools.ts';

const repeats = Number(process.env.GROWTH_REPEATS ?? 300);
const rowsRead = 51;

const name = (words: string): Wanted => ({ like: `%${words}%`, field: 'name' });
const email = (words: string): Wanted => ({ like: `%${words}%`, field: 'email' });
const searches: [string, Wanted, number][] = [
  ['page 1', { field: 'name' }, 10],
  [`\`${needle.toLowerCase()}\` in names, rare`, name(needle.toLowerCase()), 10],
  ['`gmail` in addresses', email('gmail'), 10],
  ['`anna` in names, common', name('anna'), 10],
  ['`example` in names, nobody', name('example'), 10],
  ['`a` in names', name('a'), 50],
  ['`q` in names', name('q'), 50],
];

/** The list's statement over the account of many credentials and over the one of 700: a row of the table for each. */
export async function statementTimes({ url, db: admin, tenants }: Grown): Promise<string[]> {
  const single = new URL(url);
  single.searchParams.set('pool', '1');
  const { db, pool, close } = connect(single.href, () => {});
  const lines: string[] = [];
  const { large, small } = tenants;
  const deep = await idAt(admin, large.accountId, 500_000);
  const asked: [
    who: string,
    accountId: string,
    what: string,
    Wanted,
    reach: number,
    last?: string,
  ][] = [
    ...searches.map((each): (typeof asked)[number] => ['1,000,000', large.accountId, ...each]),
    ['1,000,000', large.accountId, 'page 10,000', { field: 'name' }, 10, deep],
    ...searches.map((each): (typeof asked)[number] => ['700', small.accountId, ...each]),
  ];
  for (const [who, accountId, what, wanted, reach, last] of asked) {
    const { found, figures } = await timing(pool, () =>
      credentialsPage(db, accountId, wanted, last, rowsRead),
    );
    const line = `| ${who} | ${what} | ${found < rowsRead ? found : '50 and more'} | ${figures} | ${reach} |`;
    console.log(line);
    lines.push(line);
  }
  await close();
  return lines;
}

async function timing(
  pool: pg.Pool,
  ask: () => Promise<unknown[]>,
): Promise<{ found: number; figures: string }> {
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < 5; n++) await ask();
  const before = await cpuMs(pool);
  for (let n = 0; n < repeats; n++) {
    const began = performance.now();
    found = (await ask()).length;
    times.push(performance.now() - began);
  }
  const cpu = ((await cpuMs(pool)) - before) / repeats;
  const p99 = times.sort((a, b) => a - b)[Math.floor(repeats * 0.99)] ?? Number.NaN;
  return { found, figures: [median(times), p99, cpu].map((ms) => ms.toFixed(1)).join(' | ') };
}

/** What the one connection's process has used of the CPU, in steps of 10 ms. */
async function cpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const [, after = ''] = (await readFile(`/proc/${rows[0].pid}/stat`, 'utf8')).split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
