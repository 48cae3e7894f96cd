import ipaddr from 'ipaddr.js';

/** Warns about a BASE_URL that verifiers can't reach or accept. */
export function getReachabilityWarnings(baseUrl: string): string[] {
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const local =
    host === 'localhost' ||
    /\.(localhost|local|internal|lan|test)$/.test(host) ||
    !/[.:]/.test(host);
  const privateAddress = ipaddr.isValid(host) && ipaddr.parse(host).range() !== 'unicast';
  if (local || privateAddress)
    return [
      `BASE_URL ${baseUrl} is private, so nobody else can verify your credentials. Set a public URL before you issue the first real credential`,
    ];
  if (port) return [`BASE_URL ${baseUrl} has a port, and some verifiers reject such URLs`];
  if (protocol === 'http:')
    return [
      `BASE_URL ${baseUrl} isn't https, so credentials can be forged on the way to a verifier`,
    ];
  return [];
}
