import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import {
  byValues,
  type Database,
  dropSome,
  newestFirst,
  type Trx,
} from '../../platform/db/index.ts';

type NewAct = {
  id: string;
  accountId: string;
  personId: string | null;
  keyId: string | null;
  action: string;
  target: string | null;
  fields: string[];
  now: Date;
};

export async function insertAct(trx: Trx, a: NewAct): Promise<void> {
  await sql`insert into audit_log (id, account_id, person_id, key_id, action, target, fields, created_at)
    values (${a.id}, ${a.accountId}, ${a.personId}, ${a.keyId}, ${a.action}, ${a.target}, ${a.fields}, ${a.now})`.execute(
    trx,
  );
}

export type ActRow = {
  id: string;
  at: Date;
  action: string;
  target: string | null;
  fields: string[];
  personId: string | null;
  name: string | null;
  email: string | null;
  keyId: string | null;
  keyName: string | null;
};

/** Newest first, after `lastId`. */
export async function actsPage(
  db: Database,
  accountId: string,
  lastId: string | undefined,
  most: number,
): Promise<ActRow[]> {
  const { where, order } = newestFirst({ 'a.account_id': accountId }, 'a.id', lastId);
  const { rows } = await sql<ActRow>`${byValues}
    select a.id, a.created_at as at, a.action, a.target, a.fields, a.person_id as "personId", u.name, u.email,
      a.key_id as "keyId", k.name as "keyName"
    from audit_log a left join auth."user" u on u.id = a.person_id left join api_keys k on k.id = a.key_id
    where ${where} ${order} limit ${most}`.execute(db);
  return rows;
}

const keptMs = 400 * 86_400_000;

export function forgetActs(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`id < ${firstIdAt(new Date(now.getTime() - keptMs))}`;
  return dropSome(trx, { table: 'audit_log', by: 'id', where });
}
