import type { Auth } from './auth.ts';

/** The user of a session cookie, or null. */
export function readSession(auth: Auth, headers: Headers): ReturnType<Auth['api']['getSession']> {
  return auth.api.getSession({ headers }).catch((error: unknown) => {
    throw unwrapCause(error);
  });
}

/** Extracts database errors that better-auth wraps, so that they give 503 or 507. */
export function unwrapCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
