import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../platform/http/index.ts';

/** Headers for better-auth, without the client's claims about its address. */
export function createAuthHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ 'x-insignia-client-ip': clientAddress(request) });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return headers;
}

export function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) reply.header('set-cookie', cookie);
}
