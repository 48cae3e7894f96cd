import { maintainPartitions, type Trx } from '../../platform/db/index.ts';
import { auditRetentionMs } from './rules.ts';
import { deleteAuditEntriesBefore } from './store.ts';

export function maintainAuditLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    { table: 'audit_log', keptMs: auditRetentionMs, dropRows: deleteAuditEntriesBefore },
    now,
  );
}
