import type { Clock } from '../../kernel/clock.ts';
import { agreedTime } from '../../platform/db/index.ts';
import type { Work } from '../../platform/jobs/index.ts';
import { forgetActs } from './forget.ts';

export function registerAuditWork(work: Work, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'audit log',
    run: async (trx) => forgetActs(trx, await agreedTime(trx, clock())),
  });
}
