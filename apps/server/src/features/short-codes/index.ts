import { randomBytes } from 'node:crypto';
import { pagePaths, readShortCode } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { clientAddress, type Scope } from '../../platform/http/index.ts';
import { findClientSite } from '../../platform/limits/fair-queue.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { assignShortCode, findIdByShortCode, insertShortCodes, listWithoutCode } from './store.ts';

export { findOwnIdByShortCode, listShortCodes } from './store.ts';

/** The address that certificates print. */
export function registerShortCodes(scope: Scope, deps: FindDeps & { urls: Urls }): void {
  const { urls } = deps;
  scope.within(createPageScope(urls.base), ({ app }) => {
    app.get<{ Params: { code: string } }>(pagePaths.shortCode, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      const id = await findByShortCode(deps, clientAddress(request), request.params.code);
      if (!id) throw new Problem('credential_not_found');
      return reply.redirect(urls.credentialPage(id), 303);
    });
    for (const path of retypedPaths)
      app.get<{ Params: { code: string } }>(path, async ({ params: { code } }, reply) => {
        reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
        // Looks nothing up, so it needs no limit.
        return reply.redirect(urls.shortCode(readShortCode(code) ?? encodeURIComponent(code)), 308);
      });
  });
}

const { shortCode } = pagePaths;
const capitalPath = `${shortCode.slice(0, 2).toUpperCase()}${shortCode.slice(2)}`;
/** The printed address in capital letters, and with a slash that programs add. */
const retypedPaths = [`${shortCode}/`, capitalPath, `${capitalPath}/`];

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 40 random bits in Crockford base 32. */
function createShortCode(): string {
  const bits = randomBytes(5).readUIntBE(0, 5);
  const code = Array.from({ length: 8 }, (_, at) => symbols[Math.floor(bits / 32 ** at) % 32]);
  return `${code.slice(0, 4).join('')}-${code.slice(4).join('')}`;
}

/** With 100 million codes in use, all of them are taken once in 10^40 times. */
const MAX_ATTEMPTS = 10;

/** Returns the credential's short code. The first call gives it one. */
export async function ensureShortCode(
  db: Database,
  { id, shortCode }: { id: string; shortCode: string | null },
  create = createShortCode,
): Promise<string> {
  if (shortCode !== null) return shortCode;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const { code, isKnown } = await assignShortCode(db, id, create());
    if (code !== null) return code;
    if (!isKnown) throw new Problem('credential_not_found');
  }
  throw new Error('no short code is free');
}

/** Gives a code to each of these credentials, so that two installations print the same ones. */
export async function addMissingShortCodes(trx: Trx, ids: readonly string[]): Promise<void> {
  for (;;) {
    const missing = await listWithoutCode(trx, ids);
    if (missing.length === 0) return;
    await insertShortCodes(trx, missing, missing.map(createShortCode));
  }
}

type FindDeps = { db: Database; throttle: Throttle };

/**
 * With a million codes in use, one in a million guesses finds a credential: at this rate, one in 25
 * days.
 */
const lookupLimit: RateLimit = { name: 'short-codes', points: 30, seconds: 60 };
/** A site has 65,536 IPv6 clients. */
const siteLimit: RateLimit = { name: 'short-codes-sites', points: 300, seconds: 60 };

/** Returns the credential's id. Every call counts, so that the limit doesn't depend on the result. */
export async function findByShortCode(
  { db, throttle }: FindDeps,
  client: string,
  text: string,
): Promise<string | undefined> {
  const site = findClientSite(client);
  await throttle.takeAll([
    { limit: lookupLimit, who: client, points: 1 },
    ...(site === undefined ? [] : [{ limit: siteLimit, who: site, points: 1 }]),
  ]);
  const code = readShortCode(text);
  return code && findIdByShortCode(db, code);
}
