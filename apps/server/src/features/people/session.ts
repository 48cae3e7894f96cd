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

/** Set by us alone: clients' headers aren't passed to better-auth. */
const openSsoHeader = 'x-insignia-open-sso';

/**
 * Adds the connection of the browser's open session to the headers of another sign-in. A code that is
 * emailed then proves the rest, even if the user must use single sign-on.
 */
export async function addOpenSso(auth: Auth, headers: Headers): Promise<void> {
  const found = headers.get('cookie')?.includes('insignia.session_token')
    ? await readSession(auth, headers)
    : null;
  const connection = found?.session.ssoConnection;
  if (connection) headers.set(openSsoHeader, `${found.user.id} ${connection}`);
}

/** The connection whose open session `addOpenSso` found, if it is a session of this user. */
export function readOpenSso(headers: Headers | undefined, personId: string): string | undefined {
  const [user, connection] = headers?.get(openSsoHeader)?.split(' ') ?? [];
  return user === personId ? connection : undefined;
}

export function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) reply.header('set-cookie', cookie);
}

/** Browsers send Origin with writes. Programs don't, and carry no cookie to misuse. */
export function refuseForeignOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== baseUrl)
    throw new Problem('origin_mismatch');
}
