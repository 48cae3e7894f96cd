import type { PeopleDeps } from './deps.ts';
import { isAnybody } from './store.ts';

/** Whether whoever comes is the first here, and may sign up. Once there is somebody, no one else will be. */
export function createFirst({ db, signUp }: Pick<PeopleDeps, 'db' | 'signUp'>) {
  let mayBe = signUp === 'open';
  return async (): Promise<boolean> => {
    if (!mayBe) return false;
    // While the database is away nobody signs up either.
    const isTaken = await isAnybody(db).catch(() => undefined);
    mayBe = isTaken !== true;
    return isTaken === false;
  };
}
