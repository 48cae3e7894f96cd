import type { PeopleDeps } from './deps.ts';
import { readSession } from './read-session.ts';
import { endSession } from './session-store.ts';

/** Ends the session. The response headers delete the cookie. */
export async function signOut(
  { auth, db }: Pick<PeopleDeps, 'auth' | 'db'>,
  headers: Headers,
): Promise<Headers> {
  const found = await readSession(auth, headers);
  // better-auth reports success even if the session continues.
  if (found) await endSession(db, found.user.id, found.session.id);
  return (await auth.api.signOut({ headers, returnHeaders: true })).headers;
}
