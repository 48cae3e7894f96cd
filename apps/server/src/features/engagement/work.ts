import type { Clock } from '../../kernel/clock.ts';
import { getAgreedTime } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { countDaysBefore } from './count-days.ts';
import { deleteOldClients } from './store.ts';

export function registerEngagementWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'engagement clients', run: deleteOldClients },
    {
      name: 'issued days',
      run: async (trx) => countDaysBefore(trx, await getAgreedTime(trx, clock())),
    },
  );
}
