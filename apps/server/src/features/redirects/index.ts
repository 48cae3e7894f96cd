import { Readable } from 'node:stream';
import { redirectLimits, redirectOperations } from '@insignia/contract';
import { stringify } from 'csv-stringify';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { csvOptions } from '../../kernel/csv.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { purgeOnCommit } from '../../platform/cdn/index.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type InvalidateLocally, invalidateOnCommit } from '../../platform/db/invalidation.ts';
import type { Scope } from '../../platform/http/index.ts';
import { keepCall } from '../../platform/limits/call-context.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { recordAction } from '../audit/index.ts';
import { acceptFiles, createRowsProblem, readRecords, readUpload } from '../imports/index.ts';
import { cacheTag } from '../published/index.ts';
import { findDomainOwners } from '../sso/index.ts';
import {
  countRedirectColumns,
  decideRedirects,
  findRedirectRows,
  listDomains,
  type OldUrl,
  type Redirect,
  type RedirectRow,
  readRedirects,
} from './rules.ts';
import {
  countRedirects,
  type ErasedPeople,
  erasePersonalUrls,
  findStored,
  findTargetKinds,
  lockRedirects,
  redirectsPage,
  removeOthers,
  writeRedirects,
} from './store.ts';

export { redirectOldUrls } from './answer.ts';
export { type Redirect, readOldUrl, toKey } from './rules.ts';

type RedirectDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  exports: Exports;
  invalidateLocally: InvalidateLocally;
};

const MAX_SHOWN_ERRORS = 100;
const pageRows = 1_000;

export function registerRedirects(scope: Scope, deps: RedirectDeps) {
  const { db, urls } = deps;
  return scope.within(acceptFiles, ({ implement }) =>
    implement(redirectOperations, {
      replaceRedirects: async ({ query, who, request }) => {
        const redirects = await readFile(await readUpload(request), urls);
        return replaceRedirects(deps, who, redirects, query.others === 'keep');
      },

      exportRedirects: async ({ who, reply }) => {
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="redirects.csv"');
        return deps.exports.send(reply, who.accountId, () => redirectsCsv(db, urls, who.accountId));
      },
    }),
  );
}

async function readFile(bytes: Buffer, urls: Urls): Promise<RedirectRow[]> {
  const { rows: limit } = redirectLimits;
  const records = await readRecords(bytes, countRedirectColumns, limit);
  const found = findRedirectRows(records);
  if (!found) throw invalid('file', 'must have a header with the columns host, path and id');
  if (found.rows.length > limit) throw createRowsProblem(limit);
  const { hostname } = new URL(urls.base);
  const { redirects, errors } = readRedirects(found.rows, found.columns, hostname);
  if (errors.length > 0) throw createProblem(errors);
  return redirects;
}

const createProblem = (details: NonNullable<Problem['details']>): Problem =>
  new Problem('invalid_request', { details: details.slice(0, MAX_SHOWN_ERRORS) });

/** Writes all rows of the file, or none. */
async function replaceRedirects(
  { db, clock, invalidateLocally }: RedirectDeps,
  who: Caller,
  redirects: readonly RedirectRow[],
  keepOthers: boolean,
) {
  const { accountId } = who;
  const { tags, ...reply } = await db.write(async (trx) => {
    const now = clock();
    const targetIds = redirects.map(({ targetId }) => targetId);
    await lockRedirects(trx, accountId, targetIds);
    const domains = new Set(redirects.flatMap(({ host }) => listDomains(host)));
    const { written, changed, errors, ownHosts } = decideRedirects(redirects, {
      accountId,
      stored: await findStored(trx, redirects),
      owners: await findDomainOwners(trx, [...domains]),
      kinds: await findTargetKinds(trx, accountId, targetIds),
    });
    if (errors.length > 0) throw createProblem(errors);
    const gone = keepOthers ? [] : await removeOthers(trx, accountId, redirects, ownHosts);
    await writeRedirects(trx, accountId, written, now);
    const total = await countRedirects(trx, accountId);
    if (total > redirectLimits.perAccount) throw new Problem('redirect_limit_reached');
    const hosts = new Set([...written, ...gone].map(({ host }) => host));
    const tags = [...hosts].map(cacheTag.redirects);
    await invalidateOnCommit(trx, ...tags);
    await purgeOnCommit(trx, tags);
    await recordAction(trx, who, { action: 'replaceRedirects', target: accountId }, now);
    const removed = gone.reduce((sum, each) => sum + each.removed, 0);
    return { tags, total, added: written.length - changed, changed, removed };
  });
  invalidateLocally(...tags);
  return reply;
}

/**
 * Deletes old URLs that name a person who is being erased. Returns tags to invalidate in this process
 * after the commit. Call it before the credentials are erased.
 */
export async function eraseFromRedirects(
  trx: Trx,
  accountId: string,
  erased: ErasedPeople,
): Promise<string[]> {
  const tags = (await erasePersonalUrls(trx, accountId, erased)).map(cacheTag.redirects);
  if (tags.length > 0) {
    await invalidateOnCommit(trx, ...tags);
    await purgeOnCommit(trx, tags);
  }
  return tags;
}

function redirectsCsv(db: Database, urls: Urls, accountId: string): Readable {
  async function* rows(): AsyncGenerator<Redirect> {
    let after: OldUrl = { host: '', path: '' };
    for (;;) {
      const page = await redirectsPage(db, accountId, after, pageRows);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < pageRows) return;
      after = last;
    }
  }
  return createRedirectsCsv(rows(), urls);
}

/** A file that `PUT /redirects` takes. */
export function createRedirectsCsv(redirects: AsyncIterable<Redirect>, urls: Urls): Readable {
  async function* rows(): AsyncGenerator<string[]> {
    for await (const { host, path, kind, targetId } of redirects)
      yield [host, path, urls[kind](targetId)];
  }
  const columns = ['host', 'path', 'id'];
  return Readable.from(keepCall(rows())).compose(
    stringify({ header: true, columns, ...csvOptions }),
  );
}
