import * as contract from '@insignia/contract';
import { type Cursors, paginate } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type ActRow, actsPage } from './store.ts';

const pageSize = 50;

const item = ({
  id,
  at,
  action,
  target,
  fields,
  personId,
  name,
  email,
  keyId,
  keyName,
}: ActRow) => ({
  id,
  at: at.toISOString(),
  action,
  target,
  fields,
  // Names are gone when the person or the key is; nobody is named when a link in a mail did it.
  actor: personId ? { personId, name, email } : null,
  key: keyId ? { keyId, name: keyName } : null,
});

export function registerAudit(
  { route }: Scope,
  { db, cursors }: { db: Database; cursors: Cursors },
): void {
  route(contract.listAuditLog, async ({ query, who }) => {
    const page = paginate(cursors, 'audit-log', who.accountId, query.lastEvaluatedKey, pageSize);
    const { rows, ...more } = await page((last, most) => actsPage(db, who.accountId, last, most));
    return { items: rows.map(item), ...more };
  });
}
