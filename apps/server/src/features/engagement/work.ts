import type { Clock } from '../../kernel/clock.ts';
import { agreedTime } from '../../platform/db/index.ts';
import type { Work } from '../../platform/jobs/index.ts';
import { countDaysBefore } from './count-days.ts';
import { forgetClients } from './store.ts';

export function registerEngagementWork(work: Work, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'engagement clients', run: forgetClients },
    {
      name: 'issued days',
      run: async (trx) => countDaysBefore(trx, await agreedTime(trx, clock())),
    },
  );
}
