import type { PeopleDeps } from './deps.ts';
import { isAnybody } from './store.ts';

/** Whether whoever comes is the first here, and may sign up. Once there is somebody, no one else will be. */
export function createFirst({ db, signUp }: Pick<PeopleDeps, 'db' | 'signUp'>) {
  let mayBe = signUp === 'open';
  return async (): Promise<boolean> => {
    if (mayBe) mayBe = !(await isAnybody(db));
    return mayBe;
  };
}
