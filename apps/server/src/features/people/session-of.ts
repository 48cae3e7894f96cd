import type { Auth } from './auth.ts';

/** Who is signed in by this cookie, or null. */
export function sessionOf(auth: Auth, headers: Headers): ReturnType<Auth['api']['getSession']> {
  return auth.api.getSession({ headers }).catch((error: unknown) => {
    throw unwrapped(error);
  });
}

/** What the database said, of which better-auth makes an error of its own: 503 or 507, and no fault of ours. */
export function unwrapped(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
