import { listRequests, lists, type PagedList } from '../apps/server/tests/support/lists.ts';
import type { Tenant } from '../apps/server/tests/support/tenants.ts';
import { type MeasuredInstance, readServerCpu } from './growth-requests.ts';
import { median } from './tools.ts';

const repeats = 15;
/** Rounds in which both databases are measured alternately. */
const rounds = Math.max(3, Number(process.env.GROWTH_ROUNDS ?? 3));
/** Maximum cost at the large size, as a multiple of the small size's and of page 1. */
const MAX_RATIO = 1.3;

type Ask = { name: string; path: string };
type Measurement = { ms: number; count: number };

/** Asks for a page of a list. Returns its items and the token of the next page. */
async function readPage(
  { server, tenants }: MeasuredInstance,
  who: 'large' | 'failing',
  path: string,
): Promise<{ items: unknown[]; next: string | undefined }> {
  const response = await fetch(`${server}${path}`, {
    headers: { 'x-api-key': tenants[who].key },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  const body = JSON.parse(text);
  const payload = body.info ?? body;
  const items = Array.isArray(payload) ? payload : Object.values(payload).find(Array.isArray);
  return { items: (items as unknown[] | undefined) ?? [], next: payload.lastEvaluatedKey };
}

/**
 * Returns the tokens of pages by walking the list with its own filter. A filter with fewer pages
 * has no token for the later ones.
 */
async function walkTokens(
  side: MeasuredInstance,
  who: 'large' | 'failing',
  path: string,
  pages: readonly number[],
): Promise<Map<number, string>> {
  const tokens = new Map<number, string>();
  let next: string | undefined;
  for (let page = 1; page < Math.max(...pages); page++) {
    ({ next } = await readPage(side, who, next ? withToken(path, next) : path));
    if (!next) break;
    if (pages.includes(page + 1)) tokens.set(page + 1, next);
  }
  return tokens;
}

function withToken(path: string, token: string): string {
  return `${path}${path.endsWith('?') ? '' : '&'}lastEvaluatedKey=${token}`;
}

/**
 * Returns requests for pages 1, 2 and 1,000 of each list with each filter, as far as there are that
 * many.
 */
async function createRequests(side: MeasuredInstance, who: 'large' | 'failing'): Promise<Ask[][]> {
  const lists = listPaged(side, who);
  const requests: Ask[][] = [];
  for (const list of lists) {
    const ofList: Ask[] = [];
    for (const path of listRequests(list)) {
      ofList.push({ name: `${path}, page 1`, path });
      for (const [page, token] of await walkTokens(side, who, path, [2, 1_000]))
        ofList.push({
          name: `${path}, page ${page.toLocaleString('en')}`,
          path: withToken(path, token),
        });
    }
    requests.push(ofList);
  }
  return requests;
}

function listPaged({ tenants }: MeasuredInstance, who: 'large' | 'failing'): PagedList[] {
  return Object.values(lists).flatMap((entry) =>
    'boundedBy' in entry ? [] : [entry.paged(tenants[who])],
  );
}

/**
 * Measures the CPU of the program and its database, because other work on the machine affects it
 * less than elapsed time.
 */
async function measure(
  side: MeasuredInstance,
  who: 'large' | 'failing',
  { path }: Ask,
): Promise<Measurement> {
  let before = 0;
  let count = 0;
  for (let n = 0; n <= repeats; n++) {
    if (n === 1) before = await readServerCpu(side);
    count = (await readPage(side, who, path)).items.length;
  }
  return { ms: ((await readServerCpu(side)) - before) / repeats, count };
}

const formatName = (name: string, { accountId, badgeId, personId, webhookId }: Tenant): string =>
  [accountId, badgeId, personId, webhookId]
    .reduce((text, id) => text.replaceAll(id, '{id}'), decodeURIComponent(name))
    .replace('?,', ',');

type Sizes = { small: number | undefined; large: number };

/**
 * Measures both databases alternately. Returns medians. What seems to grow is measured in three
 * times as many rounds, because other work on the machine disturbs a few of them.
 */
async function compare(
  young: MeasuredInstance,
  grown: MeasuredInstance,
  who: 'large' | 'failing',
  requests: { young: Ask | undefined; grown: Ask },
): Promise<Sizes & { count: number }> {
  const [small, large]: [number[], number[]] = [[], []];
  let count = 0;
  const seemsToGrow = () => small.length > 0 && median(large) > MAX_RATIO * median(small);
  for (let round = 0; round < rounds || (round < 3 * rounds && seemsToGrow()); round++) {
    const measureYoung = async () =>
      requests.young && small.push((await measure(young, who, requests.young)).ms);
    if (round % 2 === 0) await measureYoung();
    const measured = await measure(grown, who, requests.grown);
    if (round % 2 === 1) await measureYoung();
    large.push(measured.ms);
    count = measured.count;
  }
  return { small: requests.young && median(small), large: median(large), count };
}

/** Each cost relative to page 1 of the same filter, the growth, and whether the goal is met. */
function formatFigures({ small, large }: Sizes, base: Sizes): string[] {
  const growth = small === undefined ? large / base.large : large / small;
  return [
    small?.toFixed(2) ?? '',
    large.toFixed(2),
    small === undefined || base.small === undefined ? '' : (small / base.small).toFixed(2),
    (large / base.large).toFixed(2),
    `${growth.toFixed(2)}${growth > MAX_RATIO ? ' FAIL' : ''}`,
  ];
}

/**
 * Returns the table's rows: each request at both sizes, and its cost relative to page 1 of the
 * same filter. A page that only the large size has is compared with page 1.
 */
export async function measureLists(
  young: MeasuredInstance,
  grown: MeasuredInstance,
): Promise<string[]> {
  const lines: string[] = [];
  for (const who of ['large', 'failing'] as const) {
    const [ofYoung, ofGrown] = [await createRequests(young, who), await createRequests(grown, who)];
    for (const [at, listRequests] of ofGrown.entries()) {
      let base: Sizes | undefined;
      for (const ask of listRequests) {
        const name = formatName(ask.name, grown.tenants[who]);
        const same = (ofYoung[at] ?? []).find(
          (each) => formatName(each.name, young.tenants[who]) === name,
        );
        const sizes = await compare(young, grown, who, { young: same, grown: ask });
        if (base === undefined || ask.name.endsWith(', page 1')) base = sizes;
        const figures = formatFigures(sizes, base);
        const line = `| ${who}: \`${name}\` | ${sizes.count} | ${figures.join(' | ')} |`;
        console.log(line);
        lines.push(line);
      }
    }
  }
  return lines;
}
