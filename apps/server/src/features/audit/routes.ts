import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { readMoment } from '../../kernel/moment.ts';
import { paginate } from '../../platform/cursors.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { AuditDeps } from './deps.ts';
import { type ActRow, actsPage } from './page-store.ts';
import { kindOf } from './rules.ts';

const pageSize = 50;

function item({ id, at, action, target, fields, personId, keyId, byOperator, ...names }: ActRow) {
  const { person, email, key, name, badgeId, badge, count } = names;
  const kind = kindOf(action);
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

export function registerAudit({ route }: Scope, { db, cursors, clock }: AuditDeps): void {
  route(contract.listAuditLog, async ({ query, who }) => {
    const page = paginate(cursors, 'audit-log', who.accountId, query.lastEvaluatedKey, pageSize);
    const personId = query.personId && readId(query.personId);
    const filter = {
      action: query.action,
      since: readMoment('since', query.since),
      until: readMoment('until', query.until),
    };
    // An invalid id matches nobody.
    if (query.personId !== undefined && !personId) return { items: [] };
    const { rows, ...more } = await page((lastId, most) =>
      actsPage(db, who.accountId, { ...filter, personId }, { lastId, most, now: clock() }),
    );
    return { items: rows.map(item), ...more };
  });
}
