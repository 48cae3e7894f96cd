import type { Clock } from '../../kernel/clock.ts';
import type { Work } from '../../platform/jobs/index.ts';
import { signUpLivesMs } from './rules.ts';
import { dropEndedSessions } from './session-store.ts';
import { dropOldSignUps } from './sign-up-store.ts';
import { dropEndedLinks } from './store.ts';

export function registerPeopleWork(work: Work, { clock }: { clock: Clock }): void {
  work.chores(
    {
      name: 'sign-ups',
      run: (trx) => dropOldSignUps(trx, new Date(clock().getTime() - signUpLivesMs)),
    },
    { name: 'reset links', run: dropEndedLinks },
    { name: 'sessions', run: dropEndedSessions },
  );
}
