import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

type Server = { host: string; port: number };

/** Texts of a domain's TXT records. Undefined if no resolver answered. */
export type LookUpTexts = (name: string) => Promise<string[] | undefined>;

const deadlineMs = 8_000;
/** Answers that say there is no such record. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

export function createTextLookup(servers: readonly Server[]): LookUpTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const timer = setTimeout(() => resolver.cancel(), deadlineMs);
    try {
      if (servers.length > 0) resolver.setServers(await Promise.all(servers.map(formatServer)));
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      return absent.has((error as { code?: string }).code ?? '') ? [] : undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function formatServer({ host, port }: Server): Promise<string> {
  const address = isIP(host) ? host : (await lookup(host)).address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}
