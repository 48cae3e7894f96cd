import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The client for rate limits: the peer or what a trusted proxy reports. An IPv6 client owns a /64.
 */
export function clientAddress({ ip }: FastifyRequest): string {
  return normalizeClientIp(ip);
}

export function normalizeClientIp(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}
