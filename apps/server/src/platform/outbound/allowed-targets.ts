import { BlockList, isIP } from 'node:net';

// IANA special-purpose registries: everything that isn't public unicast.
const ipv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
// Ranges within 2000::/3 that aren't public: protocol assignments with Teredo and ORCHID,
// documentation, 6to4, and the former 6bone (RFC 3701).
const ipv6 = [
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20', '2620:4f:8000::/48'],
];

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

const special = toBlockList([...ipv4, ...ipv6]);
const globalUnicast = toBlockList(['2000::/3']);

/** Allows the operator's exceptions and, by default, public unicast addresses. */
export function createAddressRule(
  allowed: readonly string[],
  { includesPublic = true } = {},
): (address: string) => boolean {
  const named = toBlockList(allowed);
  return (address) => {
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (named.check(address, family)) return true;
    if (!includesPublic) return false;
    if (family === 'ipv6' && !globalUnicast.check(address, family)) return false;
    return !special.check(address, family);
  };
}

/** Completes "the URL …" with the reason it is refused. */
export type TargetRefusal = string;

export type TargetRule = { protocols: readonly string[]; ports: readonly number[] };

/** https only, and no port below 1024 except 443. */
export const httpsOnly: TargetRule = { protocols: ['https:'], ports: [443] };

/**
 * Checks a URL before connecting. The URL parser has normalized every spelling of an address
 * (octal, hexadecimal, decimal, full-width).
 */
export function findTargetRefusal(
  text: string,
  { protocols, ports }: TargetRule,
  isAllowed: (address: string) => boolean,
): TargetRefusal | undefined {
  if (/[\p{Cc}\s\\]/u.test(text))
    return 'must not contain control characters, spaces or backslashes';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol) || !/^https?:\/\/[^/]/i.test(text))
    return `must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  if (url.username || url.password) return 'must not contain credentials';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port < 1_024 && !ports.includes(port))
    return `must use port ${ports.join(' or ')}, or a port from 1024 up`;
  return findHostRefusal(url.hostname, isAllowed);
}

function findHostRefusal(
  hostname: string,
  isAllowed: (address: string) => boolean,
): TargetRefusal | undefined {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  const address = host.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isIP(address) === 0 && !isLocal) return undefined;
  return isAllowed(isLocal ? '127.0.0.1' : address)
    ? undefined
    : 'must not point to a private address';
}
