import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { CredentialCriteria } from '../apps/server/src/features/credentials/sql.ts';
import {
  credentialsPage,
  listRecipientCredentials,
} from '../apps/server/src/features/credentials/store.ts';
import { myCredentialsPage } from '../apps/server/src/features/my/store.ts';
import {
  recipientsPage,
  searchMoved,
  searchRecipients,
} from '../apps/server/src/features/recipients/store.ts';
import { connect } from '../apps/server/src/platform/db/index.ts';
import { FREQUENT_ADDRESS, RARE_NAME } from '../apps/server/tests/support/tenants.ts';
import { type GrownDatabase, HOLDER_ADDRESS } from './grown-database.ts';
import { findIdAt } from './growth-requests.ts';
import { median } from './tools.ts';

const repeats = Number(process.env.GROWTH_REPEATS ?? 300);
const warmUp = 5;
const rowsRead = 51;

const name = (words: string): CredentialCriteria => ({ like: `%${words}%`, field: 'name' });
const email = (words: string): CredentialCriteria => ({ like: `%${words}%`, field: 'email' });
const searches: [string, CredentialCriteria, number][] = [
  ['page 1', { field: 'name' }, 10],
  [`\`${RARE_NAME.toLowerCase()}\` in names, rare`, name(RARE_NAME.toLowerCase()), 10],
  ['`gmail` in addresses', email('gmail'), 10],
  ['`anna` in names, common', name('anna'), 10],
  ['`example` in names, no match', name('example'), 10],
  ['valid', { field: 'name', state: 'valid' }, 10],
  ['expired', { field: 'name', state: 'expired' }, 10],
  ['revoked', { field: 'name', state: 'revoked' }, 10],
  ['`a` in names', name('a'), 50],
  ['`q` in names', name('q'), 50],
];

/**
 * Times the list's statement for the account with many credentials, for one with 700, and for a
 * recipient.
 */
export async function measureStatements({
  url,
  db: admin,
  tenants,
  own,
}: GrownDatabase): Promise<string[]> {
  const single = new URL(url);
  single.searchParams.set('pool', '1');
  const { db, pool, close } = connect(single.href, () => {});
  const lines: string[] = [];
  const { large, small } = tenants;
  const deep = await findIdAt(admin, large.accountId, Math.min(500_000, own - 50));
  const many = own.toLocaleString('en');
  const accounts: [
    who: string,
    accountId: string,
    what: string,
    CredentialCriteria,
    goal: number,
    last?: string,
  ][] = [
    ...searches.map((each): (typeof accounts)[number] => [many, large.accountId, ...each]),
    [many, large.accountId, 'page 10,000', { field: 'name' }, 10, deep],
    ...searches.map((each): (typeof accounts)[number] => ['700', small.accountId, ...each]),
  ];
  const add = async (who: string, what: string, goal: number, ask: () => Promise<unknown[]>) => {
    const { found, figures } = await timing(pool, ask);
    const line = `| ${who} | ${what} | ${found < rowsRead ? found : '50+'} | ${figures} | ${goal} |`;
    console.log(line);
    lines.push(line);
  };
  for (const [who, accountId, what, criteria, goal, last] of accounts)
    await add(who, what, goal, () =>
      credentialsPage(db, accountId, criteria, { lastId: last, limit: rowsRead, now: new Date() }),
    );
  for (const [who, accountId] of [
    [many, large.accountId],
    ['700', small.accountId],
  ] as const) {
    const paging = <Last>(last?: Last) => ({ last, limit: rowsRead, maxCount: 100 });
    const search = (words: string, isSearchIndexed: boolean) => () =>
      searchRecipients(db, accountId, { like: `%${words}%`, isSearchIndexed }, paging());
    const rare = RARE_NAME.toLowerCase();
    await add(who, 'recipients, page 1', 10, () => recipientsPage(db, accountId, paging()));
    await add(who, 'recipients from `p5`', 10, () => recipientsPage(db, accountId, paging('p5')));
    await add(who, `recipients, \`${rare}\`, rare`, 10, search(rare, true));
    await add(who, 'recipients, `gmail`', 10, search('gmail', true));
    await add(who, 'recipients, `anna`, common', 10, search('anna', true));
    await add(who, 'recipients, no match', 10, search('nobody.at.all', true));
    await add(who, 'recipients, `a`', 50, search('a', false));
    await add(who, 'earlier addresses, `gmail`', 10, () => searchMoved(db, accountId, 'gmail', 20));
    await add(who, 'a recipient with many credentials', 10, () =>
      listRecipientCredentials(db, accountId, FREQUENT_ADDRESS, {
        lastId: undefined,
        limit: rowsRead,
      }),
    );
  }
  const { rows } = await admin.query(
    'select id from credentials where email_search = $1 order by id desc',
    [HOLDER_ADDRESS],
  );
  const holder = `${rows.length} of a recipient, in many accounts`;
  for (const [what, lastId] of [
    ['`/my`, page 1', undefined],
    ['`/my`, last page', rows.at(-rowsRead)?.id],
  ] as const)
    await add(holder, what, 10, () =>
      myCredentialsPage(db, [HOLDER_ADDRESS], { lastId, limit: rowsRead, now: new Date() }),
    );
  await close();
  return lines;
}

/** Per repetition: time at the client, and CPU of the connection's backend. */
async function timing(
  pool: pg.Pool,
  ask: () => Promise<unknown[]>,
): Promise<{ found: number; figures: string }> {
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const cpuMs = (): number =>
    Number(readFileSync(`/proc/${rows[0].pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const [times, cpu]: [number[], number[]] = [[], []];
  let found = 0;
  for (let n = 0; n < repeats + warmUp; n++) {
    const [before, startedAt] = [cpuMs(), performance.now()];
    found = (await ask()).length;
    if (n < warmUp) continue;
    times.push(performance.now() - startedAt);
    cpu.push(cpuMs() - before);
  }
  const figures = [times, cpu].flatMap((all) => [median(all), p99(all)]);
  return { found, figures: figures.map((ms) => ms.toFixed(1)).join(' | ') };
}

const p99 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
