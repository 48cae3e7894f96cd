import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type App,
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
  writePrepared,
} from '../../platform/http/index.ts';
import { cacheTag } from '../published/index.ts';
import { listDomains, listStoredPaths, readOldHost } from './rules.ts';
import { findRedirect, hasRedirects } from './store.ts';

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
