import type { Clock } from '../../kernel/clock.ts';
import { getAgreedTime, maintainPartitions, type Trx } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { auditRetentionMs } from './rules.ts';
import { deleteAuditEntriesBefore } from './store.ts';

export function registerAuditWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'audit log',
    run: async (trx) => maintainAuditLog(trx, await getAgreedTime(trx, clock())),
  });
}

export function maintainAuditLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    { table: 'audit_log', keptMs: auditRetentionMs, dropRows: deleteAuditEntriesBefore },
    now,
  );
}
