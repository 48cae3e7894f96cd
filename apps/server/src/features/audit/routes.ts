import * as contract from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import {
  type Database,
  getAgreedTime,
  maintainPartitions,
  type Trx,
} from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { auditRetentionMs, findActionKind } from './rules.ts';
import { type AuditRow, auditPage, deleteAuditEntriesBefore } from './store.ts';

const pageSize = 50;

function toAuditItem({
  id,
  at,
  action,
  target,
  fields,
  personId,
  keyId,
  byOperator,
  ...names
}: AuditRow) {
  const { person, email, key, name, badgeId, badge, count } = names;
  const kind = findActionKind(action);
  return {
    id,
    at: at.toISOString(),
    action,
    target,
    about: kind
      ? {
          kind,
          name,
          badge: badgeId && badge !== null ? { badgeId, name: badge } : null,
          import: names.import,
          count,
        }
      : null,
    fields,
    // Names disappear with the user or key. Links in emails have no user.
    actor: personId ? { personId, name: person, email } : null,
    byOperator,
    key: keyId ? { keyId, name: key } : null,
  };
}

type AuditDeps = { db: Database; cursors: PageTokens; clock: Clock };

export function registerAudit({ implement }: Scope, { db, cursors, clock }: AuditDeps) {
  return implement(contract.auditOperations, {
    listAuditLog: async ({ query, who }) => {
      const page = paginate(cursors, 'audit-log', who.accountId, query.lastEvaluatedKey, pageSize);
      const personId = query.personId && readId(query.personId);
      const filter = {
        action: query.action,
        since: parseTimestamp('since', query.since),
        until: parseTimestamp('until', query.until),
      };
      // An invalid id matches nobody.
      if (query.personId !== undefined && !personId) return { items: [] };
      const { rows, ...more } = await page((lastId, limit) =>
        auditPage(db, who.accountId, { ...filter, personId }, { lastId, limit, now: clock() }),
      );
      return { items: rows.map(toAuditItem), ...more };
    },
  });
}

export function registerAuditWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'audit log',
    run: async (trx) => maintainAuditLog(trx, await getAgreedTime(trx, clock())),
  });
}

export function maintainAuditLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    { table: 'audit_log', retentionMs: auditRetentionMs, dropRows: deleteAuditEntriesBefore },
    now,
  );
}
