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
      `BASE_URL ${baseUrl} is private: nobody else can verify what you issue. Set a public one before the first real credential`,
    ];
  if (port) return [`BASE_URL ${baseUrl} has a port: some verifiers refuse such addresses`];
  if (protocol === 'http:')
    return [`BASE_URL ${baseUrl} is not https: credentials can be forged on the way to a verifier`];
  return [];
}
