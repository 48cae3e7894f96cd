import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import { clientAddress } from '../../platform/http/index.ts';
import type { Auth } from './auth.ts';
import { clientHeader, openSsoHeader } from './rules.ts';

type OpenSession = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>;
// better-auth's types omit a field of its plugin.
type WithFactor = { user: { twoFactorEnabled?: boolean | null } };

/** Returns the session and user of the cookie, or null. */
export async function readSession(
  auth: Auth,
  headers: Headers,
): Promise<(OpenSession & WithFactor) | null> {
  const found = await auth.api.getSession({ headers }).catch((error: unknown) => {
    throw unwrapCause(error);
  });
  // A sign-in under way when the user was disabled may have left a session.
  if (!found || found.user.disabledAt) return null;
  const email = await auth.findShownAddress(found);
  return { ...found, user: { ...found.user, email } };
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

/**
 * A code, password or passkey then proves the rest, even if the user must use single sign-on. The provider
 * itself must have opened the session, or others could renew its connection forever.
 */
export async function addOpenSso(auth: Auth, headers: Headers): Promise<void> {
  const found = headers.get('cookie')?.includes('insignia.session_token')
    ? await readSession(auth, headers)
    : null;
  const connection = found?.session.openedBy === 'sso' && found.session.ssoConnection;
  if (connection) headers.set(openSsoHeader, `${found.user.id} ${connection}`);
}
