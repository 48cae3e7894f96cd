import { sql } from 'kysely';
import { customPlan, newestFirst, type Trx } from '../../platform/db/index.ts';

type NewAuditEntry = {
  id: string;
  accountId: string;
  personId: string | null;
  keyId: string | null;
  byOperator: boolean;
  action: string;
  target: string | null;
  name: string | null;
  fields: string[];
  now: Date;
};

export async function insertAuditEntry(trx: Trx, a: NewAuditEntry): Promise<void> {
  await sql`insert into audit_log (id, account_id, person_id, key_id, by_operator, action, target, name, fields, created_at)
    values (${a.id}, ${a.accountId}, ${a.personId}, ${a.keyId}, ${a.byOperator}, ${a.action}, ${a.target}, ${a.name}, ${a.fields}, ${a.now})`.execute(
    trx,
  );
}

const MAX_DELETED_ROWS = 5_000;

/** Uses each account's index: an index by age would cost every action another entry. */
export async function deleteAuditEntriesBefore(
  trx: Trx,
  end: string,
): Promise<'again' | undefined> {
  const of = [{ column: sql`a.account_id`, value: sql`o.id` }];
  const { where, order } = newestFirst(of, 'a.id', undefined, { before: end });
  const { numAffectedRows } = await sql`${customPlan}
    delete from audit_log where id < ${end} and ctid = any(array(
      select old.ctid from accounts o cross join lateral (
        select a.ctid from audit_log a where ${where} ${order} limit ${MAX_DELETED_ROWS} for update skip locked) old
      limit ${MAX_DELETED_ROWS}))`.execute(trx);
  return Number(numAffectedRows) >= MAX_DELETED_ROWS ? 'again' : undefined;
}
