import { isIP } from 'node:net';

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
