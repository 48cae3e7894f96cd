import type { User } from '../../kernel/caller.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { PeopleDeps } from './deps.ts';
import { signInPairLimit } from './rate-limits.ts';
import { unwrapCause } from './read-session.ts';
import { isRecentSignIn } from './rules.ts';
import { endOtherSessions } from './session-store.ts';

type Input = { currentPassword: string; newPassword: string };

/** Changes the password and ends all other sessions. */
export async function changePassword(
  deps: PeopleDeps,
  person: User,
  input: Input,
  headers: Headers,
): Promise<void> {
  const { auth, db, clock, throttle } = deps;
  if (!person.byCookie || !isRecentSignIn(person.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  await throttle.take(signInPairLimit, `change ${person.personId}`);
  await auth.api
    .changePassword({ body: input, headers })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 400) throw invalid('currentPassword', "isn't your current password");
      throw unwrapCause(error);
    });
  await endOtherSessions(db, person.personId, person.sessionId);
}
