import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Family = 4 | 6;
type LookupCallback = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

const families: readonly Family[] = [6, 4];
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
  const resolve = async (family: Family): Promise<LookupAddress[]> => {
    const addresses = await (family === 6
      ? resolver.resolve6(hostname)
      : resolver.resolve4(hostname));
    return addresses.map((address) => ({ address, family }));
  };
  try {
    const answers = await Promise.allSettled(listUsableFamilies().map(resolve));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.findLast((answer) => answer.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Families that this machine has addresses of, as the system's lookup does. Node tries each address except the last
 * for only a quarter of a second. IPv4 comes last, because more networks route it.
 */
function listUsableFamilies(): Family[] {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const usable = families.filter((family) => own.some((each) => each.family === `IPv${family}`));
  return usable.length > 0 ? usable : [...families];
}
