import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { computeRecipientId } from '../apps/server/src/features/credentials/index.ts';
import { createPageTokens } from '../apps/server/src/platform/http/page-tokens.ts';
import { Secrets } from '../apps/server/src/platform/secrets/index.ts';
import { FREQUENT_ADDRESS, RARE_NAME } from '../apps/server/tests/support/tenants.ts';
import { type GrownDatabase, HOLDER_ADDRESS } from './grown-database.ts';
import { measureImportRate } from './imports.ts';
import { median, rounds } from './tools.ts';
import { measureDeliveryRate, startSink } from './webhooks.ts';

/** With the address of its server. */
export type MeasuredInstance = GrownDatabase & {
  server: string;
  pid: number | undefined;
  /** The session of the recipient with many credentials. */
  cookie: string;
};

const perRound = 40;

/** A credential of the account by its distance from the newest. */
export async function findIdAt(db: pg.Client, accountId: string, back: number): Promise<string> {
  const { rows } = await db.query(
    'select id from credentials where account_id = $1 order by id desc offset $2 limit 1',
    [accountId, back - 1],
  );
  return rows[0].id;
}

/** A request, given the number of earlier ones. */
type Ask = (n: number) => { path: string; body?: object; isRecipient?: boolean };

const filter = (search: object): string =>
  `/awards?filter=${encodeURIComponent(JSON.stringify(search))}`;

/** Requests by row of the table. */
async function listRequests(
  { db, tenants, own }: GrownDatabase,
  secret: string,
): Promise<Record<string, Ask>> {
  const { accountId, badgeId, webhookId } = tenants.large;
  const { rows } = await db.query(
    'select id from credentials where account_id = $1 order by random() limit $2',
    [accountId, (perRound + 1) * rounds * 3],
  );
  const ids = rows.map(({ id }) => id as string);
  const next = (from: number, n: number): string => ids[from * (perRound + 1) * rounds + n] ?? '';
  const deep = await findIdAt(db, accountId, Math.min(500_000, own - 50));
  const tokens = createPageTokens(new Secrets([secret]));
  const key = tokens.make('credentials', accountId, deep);
  const log = `/webhooks/${webhookId}/deliveries`;
  const ofHolder = await db.query(
    'select id from credentials where email_search = $1 order by id',
    [HOLDER_ADDRESS],
  );
  const personId = await findPersonId(db);
  const lastKey = tokens.make('my credentials', personId, ofHolder.rows[50].id);
  const lastOfHolder = `/my/credentials?lastEvaluatedKey=${lastKey}`;
  const body = (n: number) => ({
    parameters: {
      badgeId,
      recipient: { name: `New Person ${n}`, email: `new${n}@people0.example` },
      issuedOn: '2026-01-31',
    },
  });
  return {
    'GET public assertion': (n) => ({ path: `/certify-badge/award/${next(0, n)}` }),
    'GET /awards/{id}': (n) => ({ path: `/awards/${next(1, n)}` }),
    'GET /awards/{id}/events': (n) => ({ path: `/awards/${next(2, n)}/events` }),
    'GET /awards, page 1': () => ({ path: '/awards' }),
    'GET /awards, page 10,000 (200)': () => ({ path: `/awards?lastEvaluatedKey=${key}` }),
    'GET /awards of a badge': () => ({ path: filter({ badgeId }) }),
    [`GET /awards, search \`${RARE_NAME.toLowerCase()}\``]: () => ({
      path: filter({ search: RARE_NAME }),
    }),
    'GET /awards, search `gmail`': () => ({
      path: filter({ search: 'gmail', searchField: 'email' }),
    }),
    'GET /awards, search `a`': () => ({ path: filter({ search: 'a' }) }),
    'GET /recipients, page 1': () => ({ path: '/recipients' }),
    [`GET /recipients, search \`${RARE_NAME.toLowerCase()}\``]: () => ({
      path: `/recipients?search=${RARE_NAME}`,
    }),
    'GET /recipients, search `gmail`': () => ({ path: '/recipients?search=gmail' }),
    'GET /recipients, search `a`': () => ({ path: '/recipients?search=a' }),
    'GET /recipients/{id}': () => ({
      path: `/recipients/${computeRecipientId(accountId, FREQUENT_ADDRESS)}`,
    }),
    'GET /my/credentials, page 1': () => ({ path: '/my/credentials', isRecipient: true }),
    'GET /my/credentials, last page': () => ({ path: lastOfHolder, isRecipient: true }),
    'GET /my/credentials, search `a`': () => ({
      path: '/my/credentials?search=a',
      isRecipient: true,
    }),
    'GET /my/credentials, no match': () => ({
      path: '/my/credentials?search=zzz',
      isRecipient: true,
    }),
    'GET /mail': () => ({ path: '/mail' }),
    'GET /mail?state=failed': () => ({ path: '/mail?state=failed' }),
    'GET /webhooks/{id}/deliveries': () => ({ path: log }),
    'GET /webhooks/{id}/deliveries?state=failed': () => ({ path: `${log}?state=failed` }),
    'GET /audit-log': () => ({ path: '/audit-log' }),
    'GET /stats, 30 days': () => ({ path: '/stats' }),
    'POST /awards': (n) => ({ path: '/awards', body: body(n) }),
  };
}

async function findPersonId(db: pg.Client): Promise<string> {
  const { rows } = await db.query('select id from auth."user" where email = $1', [HOLDER_ADDRESS]);
  return rows[0].id;
}

/**
 * Milliseconds of `perRound` sequential requests: median time and mean CPU. The first isn't
 * counted.
 */
async function measureTimes(side: MeasuredInstance, ask: Ask, round: number): Promise<RequestCost> {
  const times: number[] = [];
  let before = 0;
  for (let n = 0; n <= perRound; n++) {
    if (n === 1) before = await readServerCpu(side);
    const { path, body, isRecipient } = ask(round * (perRound + 1) + n);
    const headers = {
      ...(isRecipient ? { cookie: side.cookie } : { 'x-api-key': side.tenants.large.key }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const startedAt = performance.now();
    const answer = await fetch(
      `${side.server}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    const text = await answer.text();
    if (n > 0) times.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  }
  return { time: median(times), cpu: ((await readServerCpu(side)) - before) / perRound };
}

/** CPU milliseconds of the program and its backends. */
export async function readServerCpu({ pid, db }: MeasuredInstance): Promise<number> {
  const { rows } = await db.query(
    'select pid from pg_stat_activity where datname = current_database() and backend_type = $1 and pid <> pg_backend_pid()',
    ['client backend'],
  );
  let sum = 0;
  for (const process of [pid, ...rows.map((row) => row.pid)])
    for (const thread of await readdir(`/proc/${process}/task`).catch(() => []))
      sum += Number(
        (await readFile(`/proc/${process}/task/${thread}/schedstat`, 'utf8')).split(' ')[0],
      );
  return sum / 1e6;
}

type RequestCost = { time: number; cpu: number };
type Measure = (side: MeasuredInstance, round: number) => Promise<RequestCost>;

/** Measures both databases alternately. */
async function compare(
  name: string,
  young: MeasuredInstance,
  grown: MeasuredInstance,
  measure: Measure,
  digits = 2,
): Promise<string> {
  const [small, large]: [RequestCost[], RequestCost[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? [grown, young] : [young, grown])
      (side === young ? small : large).push(await measure(side, round));
  const figures = (['time', 'cpu'] as const).flatMap((what) => {
    const [one, other] = [small, large].map((took) => median(took.map((each) => each[what])));
    const [before = Number.NaN, after = Number.NaN] = [one, other];
    return [before.toFixed(digits), after.toFixed(digits), (after / before).toFixed(2)];
  });
  const line = `| ${name} | ${figures.join(' | ')} |`;
  console.log(line);
  return line;
}

/** Time and CPU per item, in milliseconds. */
async function each(
  side: MeasuredInstance,
  count: number,
  work: () => Promise<number>,
): Promise<RequestCost> {
  const before = await readServerCpu(side);
  const perSecond = await work();
  return { time: 1_000 / perSecond, cpu: ((await readServerCpu(side)) - before) / count };
}

/** Runs the same requests on both. */
export async function measureRequests(
  young: MeasuredInstance,
  grown: MeasuredInstance,
  secret: string,
  directory: string,
): Promise<string[]> {
  const lines: string[] = [];
  const [ofYoung, ofGrown] = [await listRequests(young, secret), await listRequests(grown, secret)];
  for (const [name, ask] of Object.entries(ofYoung)) {
    const measure: Measure = (side, round) => {
      const its = side === young ? ask : (ofGrown[name] ?? ask);
      return measureTimes(side, its, round);
    };
    lines.push(await compare(name, young, grown, measure));
  }
  const importing: Measure = (side) => {
    const { key, badgeId } = side.tenants.busy;
    return each(side, 10_000, () => measureImportRate(side.server, key, badgeId));
  };
  lines.push(await compare('CSV import, a row', young, grown, importing, 3));
  const sink = await startSink(join(directory, 'sink.json'));
  const removing = await Promise.all([young, grown].map((side) => register(side, sink.url)));
  const delivering: Measure = (side) => {
    const { accountId, badgeId } = side.tenants.busy;
    const count = 3_000;
    return each(side, count, () => measureDeliveryRate(side.db, accountId, badgeId, count));
  };
  try {
    lines.push(await compare('webhook delivery', young, grown, delivering, 3));
  } finally {
    for (const remove of removing) await remove();
    sink.stop();
  }
  return lines;
}

/** Adds an endpoint to the busy account. Returns a function that removes it. */
async function register(
  { server, tenants }: MeasuredInstance,
  url: string,
): Promise<() => Promise<unknown>> {
  const headers = { 'x-api-key': tenants.busy.key };
  const answer = await fetch(`${server}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  const { id } = (await answer.json()) as { id: string };
  return () => fetch(`${server}/webhooks/${id}`, { method: 'DELETE', headers });
}
