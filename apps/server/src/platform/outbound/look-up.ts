import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

type LookupCallback = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

const isLocal = /(^|\.)localhost\.?$/;
const QUERY_MS = 2_500;
const MAX_RESOLVE_MS = 8_000;

/**
 * Looks up names that users supply. The system's lookup holds one of two threads of the process until a name server
 * answers. Names whose servers never answer would stop all other lookups, such as the database's and mail server's. Where
 * private addresses are allowed, the system's lookup is used, because their names may be in its hosts file.
 */
export function createNameLookup(allowedPrivate: readonly string[]): typeof lookup {
  if (allowedPrivate.length > 0) return lookup;
  const lookUpName = (hostname: string, options: LookupAllOptions, done: LookupCallback): void => {
    if (isIP(hostname) !== 0 || isLocal.test(hostname)) lookup(hostname, options, done);
    else
      resolveName(hostname).then(
        (found) => done(null, found),
        (error: NodeJS.ErrnoException) => done(error, []),
      );
  };
  return lookUpName as unknown as typeof lookup;
}

async function resolveName(hostname: string): Promise<LookupAddress[]> {
  // A new one reads the system's name servers again, which may have changed.
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), MAX_RESOLVE_MS);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [
      ...toAddresses(v4.status === 'fulfilled' ? v4.value : [], 4),
      ...toAddresses(v6.status === 'fulfilled' ? v6.value : [], 6),
    ];
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

const toAddresses = (texts: string[], family: 4 | 6): LookupAddress[] =>
  texts.map((address) => ({ address, family }));
