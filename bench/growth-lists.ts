import { createPageTokens } from '../apps/server/src/platform/http/page-tokens.ts';
import { Secrets } from '../apps/server/src/platform/secrets/index.ts';
import { listRequests, lists, type PagedList } from '../apps/server/tests/support/lists.ts';
import type { Tenant } from '../apps/server/tests/support/tenants.ts';
import { type MeasuredInstance, readServerCpu } from './growth-requests.ts';

const repeats = 15;
const pageSize = 50;

type Ask = { name: string; path: string };
type Measurement = Ask & { ms: number; count: number };

/** Returns the token of page `page`, or undefined if the list has fewer pages. */
async function tokenOf(
  { db }: MeasuredInstance,
  { table, owner, token }: PagedList,
  { accountId, webhookId }: Tenant,
  page: number,
  secret: string,
): Promise<string | undefined> {
  const { rows } = await db.query(
    `select id from ${table} where ${owner} = $1 order by id desc offset $2 limit 1`,
    [owner === 'account_id' ? accountId : webhookId, (page - 1) * pageSize - 1],
  );
  return rows[0] && createPageTokens(new Secrets([secret])).make(token, accountId, rows[0].id);
}

/**
 * Returns requests for pages 1, 2 and 1,000 of each list, and for each filter: page 1, and page
 * 1,000 if there are that many.
 */
async function asksOf(
  side: MeasuredInstance,
  who: 'large' | 'failing',
  secret: string,
): Promise<Ask[][]> {
  const tenant = side.tenants[who];
  return Promise.all(
    Object.values(lists).flatMap((entry) => {
      if ('boundedBy' in entry) return [];
      const list = entry.paged(tenant);
      return [
        (async () => {
          const tokens = [2, 1_000].map(async (page) => ({
            page,
            token: await tokenOf(side, list, tenant, page, secret),
          }));
          const later = await Promise.all(tokens);
          return listRequests(list).flatMap((path) => [
            { name: `${path}, page 1`, path },
            ...later.flatMap(({ page, token }) =>
              token === undefined
                ? []
                : [
                    {
                      name: `${path}, page ${page.toLocaleString('en')}`,
                      path: `${path}${path.endsWith('?') ? '' : '&'}lastEvaluatedKey=${token}`,
                    },
                  ],
            ),
          ]);
        })(),
      ];
    }),
  );
}

/**
 * Measures the CPU of the program and its database, because other work on the machine affects it
 * less than elapsed time.
 */
async function measure(
  side: MeasuredInstance,
  who: 'large' | 'failing',
  ask: Ask,
): Promise<Measurement> {
  const { server, tenants } = side;
  let before = 0;
  let count = 0;
  for (let n = 0; n <= repeats; n++) {
    if (n === 1) before = await readServerCpu(side);
    const response = await fetch(`${server}${ask.path}`, {
      headers: { 'x-api-key': tenants[who].key },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${ask.path}: ${response.status} ${text}`);
    const body = JSON.parse(text);
    const payload = body.info ?? body;
    const items = Array.isArray(payload) ? payload : Object.values(payload).find(Array.isArray);
    count = (items as unknown[] | undefined)?.length ?? 0;
  }
  return { ...ask, ms: ((await readServerCpu(side)) - before) / repeats, count };
}

const unescaped = (name: string, { accountId, badgeId, personId, webhookId }: Tenant): string =>
  [accountId, badgeId, personId, webhookId]
    .reduce((text, id) => text.replaceAll(id, '{id}'), decodeURIComponent(name))
    .replace('?,', ',');

type Base = { small: number; large: number };

const figuresOf = (small: number | undefined, large: number, base: Base): string[] => [
  small?.toFixed(2) ?? '',
  large.toFixed(2),
  small === undefined ? '' : (small / base.small).toFixed(2),
  (large / base.large).toFixed(2),
];

/**
 * Returns the table's rows: each request at both sizes, and its cost relative to page 1 of its
 * list.
 */
export async function listTimes(
  young: MeasuredInstance,
  grown: MeasuredInstance,
  secret: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const who of ['large', 'failing'] as const) {
    const [ofYoung, ofGrown] = [await asksOf(young, who, secret), await asksOf(grown, who, secret)];
    for (const [at, asks] of ofGrown.entries()) {
      let base: Base | undefined;
      for (const ask of asks) {
        const large: Measurement = await measure(grown, who, ask);
        const name = unescaped(ask.name, grown.tenants[who]);
        const same = (ofYoung[at] ?? []).find(
          (each) => unescaped(each.name, young.tenants[who]) === name,
        );
        const small = same && (await measure(young, who, same));
        base ??= { small: small?.ms ?? Number.NaN, large: large.ms };
        const figures = figuresOf(small?.ms, large.ms, base);
        const line = `| ${who}: \`${name}\` | ${large.count} | ${figures.join(' | ')} |`;
        console.log(line);
        lines.push(line);
      }
    }
  }
  return lines;
}
