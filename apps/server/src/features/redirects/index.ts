import { Readable } from 'node:stream';
import { redirectLimits, redirectOperations } from '@insignia/contract';
import { stringify } from 'csv-stringify';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { csvOptions } from '../../kernel/csv.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { purgeOnCommit } from '../../platform/cdn/index.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type InvalidateLocally, invalidateOnCommit } from '../../platform/db/invalidation.ts';
import {
  type App,
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
  type Scope,
  writePrepared,
} from '../../platform/http/index.ts';
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
  listStoredPaths,
  type OldUrl,
  type Redirect,
  type RedirectRow,
  readOldHost,
  readRedirects,
} from './rules.ts';
import {
  countRedirects,
  type ErasedPeople,
  erasePersonalUrls,
  findRedirect,
  findStored,
  findTargetKinds,
  hasRedirects,
  lockRedirects,
  redirectsPage,
  removeOthers,
  writeRedirects,
} from './store.ts';

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

type AnswerDeps = { db: Database; urls: Urls; cache: ResponseCache };

/** Answers URLs of earlier services whose host leads here. Targets are always below BASE_URL. */
export function redirectOldUrls(app: App, { db, urls, cache }: AnswerDeps): void {
  const { hostname } = new URL(urls.base);
  const text = { type: 'text/plain; charset=utf-8', body: '' };

  /** 200 if anything of the host is redirected. Cached, because proxies may send a host of their own. */
  const loadHost = async (host: string): Promise<PreparedResponse> =>
    prepareResponse({
      ...text,
      status: (await hasRedirects(db, host)) ? 200 : 404,
      cache: 'no-store',
      etag: false,
      cacheTags: [cacheTag.redirects(host)],
    });
  const loadRedirect = async (host: string, paths: string[]): Promise<PreparedResponse> => {
    const domains = listDomains(host);
    const found = await findRedirect(db, domains, host, paths);
    // Not cached.
    if (!found) throw new Problem('not_found');
    return prepareResponse({
      ...text,
      status: 308,
      cache: 'public, max-age=300',
      // Verifiers in browsers follow it.
      headers: ['access-control-allow-origin', '*'],
      ownHeaders: ['location', urls[found.kind](found.targetId)],
      // Accounts that verify one of the domains decide whether it still answers.
      cacheTags: [...domains.map(cacheTag.redirects), cacheTag.account(found.accountId)],
    });
  };

  const findAnswer = async (
    host: string,
    { url, is404 }: FastifyRequest,
  ): Promise<PreparedResponse | undefined> => {
    const known = await cache
      .get(`redirect-host ${host}`, () => loadHost(host))
      .catch((error: unknown) => {
        // Without the database, routes such as health checks still answer.
        if (is404) throw error;
        return undefined;
      });
    const paths = known?.status === 200 ? listStoredPaths(url) : [];
    if (paths.length === 0) return undefined;
    return cache
      .get(`redirect ${host}${paths[0]}`, () => loadRedirect(host, paths))
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return undefined;
      });
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const host = isRead ? readOldHost(headers.host, hostname) : undefined;
    if (host === undefined) return done();
    findAnswer(host, request).then(
      (prepared) => {
        if (!prepared) return done();
        reply.hijack();
        writePrepared(prepared, request.raw, reply.raw);
      },
      (error: Error) => done(error),
    );
  });
}
