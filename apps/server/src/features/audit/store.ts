import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import { dropSome, type Trx } from '../../platform/db/index.ts';
import { keptMs } from './rules.ts';

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

export function forgetActs(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`id < ${firstIdAt(new Date(now.getTime() - keptMs))}`;
  return dropSome(trx, { table: 'audit_log', by: 'id', where });
}
