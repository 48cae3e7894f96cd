import type { Clock } from '../../kernel/clock.ts';
import type { Chore } from '../../platform/jobs/index.ts';
import { signUpLivesMs } from './rules.ts';
import { dropOldSignUps } from './sign-up-store.ts';

export function peopleChores(clock: Clock): Chore[] {
  return [
    {
      name: 'sign-ups',
      run: (trx) => dropOldSignUps(trx, new Date(clock().getTime() - signUpLivesMs)),
    },
  ];
}
