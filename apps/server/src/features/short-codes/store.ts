import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';

/**
 * Gives the credential this code unless it has one. `code` is null if the code belongs to another
 * credential, or if another request has just given this one its code, which the next call returns.
 */
export async function assignShortCode(
  db: Database,
  credentialId: string,
  code: string,
): Promise<{ code: string | null; isKnown: boolean }> {
  const { rows } = await sql<{ code: string | null; isKnown: boolean }>`
    with known as (select id from credentials where id = ${credentialId} for key share),
      added as (
        insert into short_codes (code, credential_id) select ${code}, id from known
        on conflict do nothing returning code)
    select coalesce((select code from added), (select code from short_codes where credential_id = ${credentialId})) as code,
      exists (select from known) as "isKnown"`.execute(db);
  return rows[0] ?? { code: null, isKnown: false };
}

export async function findIdByShortCode(db: Database, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from short_codes s join credentials c on c.id = s.credential_id
    where s.code = ${code} and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows[0]?.id;
}

/** Returns the id of the account's credential with this code. */
export async function findOwnIdByShortCode(
  db: Database,
  accountId: string,
  code: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from short_codes s join credentials c on c.id = s.credential_id
    where s.code = ${code} and c.account_id = ${accountId}`.execute(db);
  return rows[0]?.id;
}

/** Returns the codes of those credentials that have one, by id. */
export async function listShortCodes(
  db: Database,
  credentialIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`${customPlan}
    select credential_id as id, code from short_codes
    where credential_id = any(${[...credentialIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Returns the ids of the credentials that have no short code. */
export async function listWithoutCode(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select id from unnest(${[...ids]}::uuid[]) c(id)
    where not exists (select from short_codes where credential_id = c.id)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Leaves out credentials whose code is taken. */
export async function insertShortCodes(trx: Trx, ids: string[], codes: string[]): Promise<void> {
  await sql`insert into short_codes (code, credential_id)
    select * from unnest(${codes}::text[], ${ids}::uuid[]) on conflict do nothing`.execute(trx);
}
