import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import {
  customPlan,
  getAgreedTime,
  maintainPartitions,
  newestFirst,
  type Trx,
} from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { auditRetentionMs } from './rules.ts';

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

const MAX_DELETED_ROWS = 5_000;

/** Uses each account's index: an index by age would cost every action another entry. */
async function deleteAuditEntriesBefore(trx: Trx, end: string): Promise<'again' | undefined> {
  const of = [{ column: sql`a.account_id`, value: sql`o.id` }];
  const { where, order } = newestFirst(of, 'a.id', undefined, { before: end });
  const { numAffectedRows } = await sql`${customPlan}
    delete from audit_log where id < ${end} and ctid = any(array(
      select old.ctid from accounts o cross join lateral (
        select a.ctid from audit_log a where ${where} ${order} limit ${MAX_DELETED_ROWS} for update skip locked) old
      limit ${MAX_DELETED_ROWS}))`.execute(trx);
  return Number(numAffectedRows) >= MAX_DELETED_ROWS ? 'again' : undefined;
}
