import { sql } from 'kysely';
import { byValues, newestFirst, type Trx } from '../../platform/db/index.ts';

type NewAct = {
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

export async function insertAct(trx: Trx, a: NewAct): Promise<void> {
  await sql`insert into audit_log (id, account_id, person_id, key_id, by_operator, action, target, name, fields, created_at)
    values (${a.id}, ${a.accountId}, ${a.personId}, ${a.keyId}, ${a.byOperator}, ${a.action}, ${a.target}, ${a.name}, ${a.fields}, ${a.now})`.execute(
    trx,
  );
}

const mostForgotten = 5_000;

/** Uses each account's index: an index by age would cost every action another entry. */
export async function dropActsBefore(trx: Trx, end: string): Promise<'again' | undefined> {
  const of = [{ column: sql`a.account_id`, value: sql`o.id` }];
  const { where, order } = newestFirst(of, 'a.id', undefined, { before: end });
  const { numAffectedRows } = await sql`${byValues}
    delete from audit_log where id < ${end} and ctid = any(array(
      select old.ctid from accounts o cross join lateral (
        select a.ctid from audit_log a where ${where} ${order} limit ${mostForgotten} for update skip locked) old
      limit ${mostForgotten}))`.execute(trx);
  return Number(numAffectedRows) >= mostForgotten ? 'again' : undefined;
}
