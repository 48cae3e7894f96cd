import { readShortCode } from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { findClientSite } from '../../platform/http/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { findIdByShortCode } from './store.ts';

export type FindDeps = { db: Database; throttle: Throttle };

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
    { cap: lookupLimit, who: client, points: 1 },
    ...(site === undefined ? [] : [{ cap: siteLimit, who: site, points: 1 }]),
  ]);
  const code = readShortCode(text);
  return code && findIdByShortCode(db, code);
}
