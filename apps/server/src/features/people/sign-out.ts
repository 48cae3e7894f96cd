import type { PeopleDeps } from './deps.ts';
import { sessionOf } from './session-of.ts';
import { endSession } from './session-store.ts';

/** Ends the session of this cookie; the headers take the cookie away. */
export async function signOut(
  { auth, db }: Pick<PeopleDeps, 'auth' | 'db'>,
  headers: Headers,
): Promise<Headers> {
  const found = await sessionOf(auth, headers);
  // better-auth would answer well also where the session goes on.
  if (found) await endSession(db, found.user.id, found.session.id);
  return (await auth.api.signOut({ headers, returnHeaders: true })).headers;
}
