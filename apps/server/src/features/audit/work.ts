import type { Clock } from '../../kernel/clock.ts';
import { getAgreedTime } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { maintainAuditLog } from './retention.ts';

export function registerAuditWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'audit log',
    run: async (trx) => maintainAuditLog(trx, await getAgreedTime(trx, clock())),
  });
}
