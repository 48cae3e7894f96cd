export type DatabaseTarget = {
  /** One connection URL per host. */
  urls: string[];
  /** True behind PgBouncer, which may change connections between transactions. */
  throughPooler: boolean;
  /** Maximum number of connections. Undefined means the default. */
  pool: number | undefined;
};

/** Parameters for this program, not for the driver. */
const reservedParameters = ['pgbouncer', 'pool', 'target_session_attrs', 'host', 'port'];

/**
 * Parses `DATABASE_URL`. `pgbouncer=true` and `pool=5` are our parameters. Several hosts are
 * written as in libpq URIs, before the path or as `?host=a,b&port=5432,5433` (PostgreSQL
 * documentation, 34.1.1.2 and 34.1.1.3).
 */
export function readTarget(text: string): DatabaseTarget {
  const { plain, hosts } = splitHosts(text);
  const url = new URL(plain);
  const { searchParams } = url;
  const listed = searchParams.get('host')?.split(',') ?? [];
  const ports = searchParams.get('port')?.split(',') ?? [];
  const poolSize = searchParams.get('pool');
  const throughPooler = searchParams.get('pgbouncer') === 'true';
  for (const name of reservedParameters) searchParams.delete(name);
  const places =
    listed.length > 0
      ? listed.map((host, n) => ({ host, port: ports[n] ?? ports[0] ?? url.port }))
      : hosts;
  const urls = places.length > 0 ? places.map((place) => withHost(url, place)) : [url.href];
  return { urls, throughPooler, pool: poolSize === null ? undefined : Number(poolSize) };
}

type HostAddress = { host: string; port: string };

/** A host list isn't a valid URL, so only the first host is kept. */
function splitHosts(text: string): { plain: string; hosts: HostAddress[] } {
  const [head = '', scheme = '', authority = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)/.exec(text) ?? [];
  const rest = text.slice(head.length);
  const at = authority.lastIndexOf('@') + 1;
  const [user, listed] = [authority.slice(0, at), authority.slice(at)];
  if (!listed.includes(',')) return { plain: text, hosts: [] };
  const hosts = listed.split(',').map((one) => {
    const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(one) ?? [];
    return { host, port };
  });
  return { plain: `${scheme}${user}${listed.split(',')[0]}${rest}`, hosts };
}

function withHost(base: URL, { host, port }: HostAddress): string {
  const url = new URL(base);
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  url.port = port;
  return url.href;
}

/** Completes "DATABASE_URL …" with the reason it is invalid. Undefined if valid. */
export function findTargetError(text: string): string | undefined {
  const { plain, hosts } = splitHosts(text);
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(plain))
    return 'must be a URL that starts with postgres:// or postgresql://';
  if (hosts.some(({ host }) => host === ''))
    return "contains several hosts, but one can't be read. Use host:port,host:port";
  const { searchParams } = new URL(plain);
  const target = searchParams.get('target_session_attrs') ?? 'read-write';
  if (!['any', 'read-write', 'primary'].includes(target))
    return `has target_session_attrs=${target}, but the service writes. Use read-write or primary`;
  const pool = searchParams.get('pool');
  if (pool !== null && !/^[1-9]\d{0,3}$/.test(pool))
    return `has pool=${pool}, but it must be a whole number from 1 to 9999`;
  return undefined;
}
