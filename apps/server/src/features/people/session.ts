import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import { clientAddress } from '../../platform/http/index.ts';
import type { Auth } from './auth.ts';
import { clientHeader } from './rules.ts';

/** Returns the session and user of the cookie, or null. */
export function readSession(auth: Auth, headers: Headers): ReturnType<Auth['api']['getSession']> {
  return auth.api.getSession({ headers }).catch((error: unknown) => {
    throw unwrapCause(error);
  });
}

/** Extracts database errors that better-auth wraps, so that they give 503 or 507. */
export function unwrapCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Headers for better-auth, without the client's claims about its address. */
export function createAuthHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [clientHeader]: clientAddress(request) });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return headers;
}

export function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) reply.header('set-cookie', cookie);
}

/** Browsers send Origin with writes. Programs don't, and carry no cookie to misuse. */
export function refuseForeignOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== baseUrl)
    throw new Problem('origin_mismatch');
}
