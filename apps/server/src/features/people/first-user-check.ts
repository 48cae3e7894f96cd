import type { PeopleDeps } from './deps.ts';
import { hasAnyUser } from './store.ts';

/** True if no user exists yet and sign-up is possible. */
export function createFirstUserCheck({ db, signUp }: Pick<PeopleDeps, 'db' | 'signUp'>) {
  let mayBe = signUp === 'open';
  return async (): Promise<boolean> => {
    if (!mayBe) return false;
    // While the database is unavailable, nobody can sign up.
    const isTaken = await hasAnyUser(db).catch(() => undefined);
    mayBe = isTaken !== true;
    return isTaken === false;
  };
}
