import { CompiledQuery, sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import { type Database, dropSome, type Trx } from '../../platform/db/index.ts';

const callerColumns = `
  m.account_id as "accountId", m.id as "memberId", m.person_id as "personId", m.role, a.plan,
  a.created_at as "accountCreatedAt", o.email as "accountEmail"`;

type CallerRow = Omit<Caller, 'scope' | 'keyId'>;

/** `bench/` holds pgbench against the same text. */
export const callerOfKeyStatement = `select k.id as "keyId", k.scope, ${callerColumns}
  from api_keys k
  join members m on m.id = k.member_id and m.status = 'active'
  join accounts a on a.id = k.account_id
  join members o on o.account_id = a.id and o.role = 'owner'
  where k.hash = $1`.replaceAll(/\s+/g, ' ');

export async function callerOfKey(db: Database, hash: Buffer): Promise<Caller | undefined> {
  const { rows } = await db.executeQuery<Caller>(CompiledQuery.raw(callerOfKeyStatement, [hash]));
  return rows[0];
}

/** The person's own account, or another one that they belong to. */
export async function callerOfPerson(
  db: Database,
  personId: string,
  accountId: string | undefined,
): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`
    select ${sql.raw(callerColumns)}
    from members m
    join accounts a on a.id = m.account_id
    join members o on o.account_id = a.id and o.role = 'owner'
    where m.person_id = ${personId} and m.status = 'active'
      and case when ${accountId ?? null}::uuid is null then m.role = 'owner' else m.account_id = ${accountId ?? null}::uuid end
    `.execute(db);
  return rows[0];
}

export async function touchKeys(db: Database, ids: string[], times: Date[]): Promise<void> {
  await sql`update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) where k.id = used.id`.execute(
    db,
  );
}

export type SignUpRow = { email: string; name: string; passwordHash: string };

export async function replaceSignUp(
  trx: Trx,
  row: SignUpRow & { tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into sign_ups (email, name, password_hash, token_hash, created_at)
    values (${row.email}, ${row.name}, ${row.passwordHash}, ${row.tokenHash}, ${row.now})
    on conflict (email) do update set name = excluded.name, password_hash = excluded.password_hash,
      token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(trx);
}

const signUpColumns = sql`email, name, password_hash as "passwordHash"`;

export async function signUpByToken(
  db: Database,
  tokenHash: Buffer,
  since: Date,
): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`
    select ${signUpColumns} from sign_ups where token_hash = ${tokenHash} and created_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

export async function signUpByEmail(
  db: Database,
  email: string,
  since: Date,
): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`
    select ${signUpColumns} from sign_ups where email = ${email} and created_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

/** Takes the sign-up away; false when somebody else already did or a newer one took its place. */
export async function consumeSignUp(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from sign_ups where token_hash = ${tokenHash}`.execute(trx);
  return numAffectedRows === 1n;
}

export function dropOldSignUps(trx: Trx, before: Date): Promise<'again' | undefined> {
  return dropSome(trx, {
    table: 'sign_ups',
    by: 'created_at',
    where: sql`created_at <= ${before}`,
  });
}

export async function isPerson(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth."user" where email = ${email}`.execute(db);
  return rows.length > 0;
}

export async function isInvited(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where status = 'pending' and lower(email) = ${email} limit 1`.execute(db);
  return rows.length > 0;
}

/** The oldest open invitation to this address. */
export async function invitationTo(db: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select invite_id as id from members where status = 'pending' and lower(email) = ${email.toLowerCase()}
    order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** In better-auth's tables, as it writes them itself: one row for the person, one for each way to sign in. */
export async function insertUser(
  trx: Trx,
  id: string,
  { email, name }: { email: string; name: string },
  now: Date,
): Promise<void> {
  await sql`insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${id}, ${name}, ${email}, true, ${now}, ${now})`.execute(trx);
}

export async function insertIdentity(
  trx: Trx,
  issuer: string,
  sub: string,
  personId: string,
  now: Date,
): Promise<void> {
  await sql`insert into auth."account" ("accountId", "providerId", "userId", "createdAt", "updatedAt")
    values (${sub}, ${issuer}, ${personId}, ${now}, ${now})`.execute(trx);
}

export async function personByIdentity(
  db: Database,
  issuer: string,
  sub: string,
): Promise<{ personId: string; email: string; name: string } | undefined> {
  const { rows } = await sql<{ personId: string; email: string; name: string }>`
    select u.id as "personId", u.email, u.name from auth."account" a join auth."user" u on u.id = a."userId"
    where a."providerId" = ${issuer} and a."accountId" = ${sub}`.execute(db);
  return rows[0];
}

export async function personIdByEmail(trx: Trx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from auth."user" where email = ${email}`.execute(trx);
  return rows[0]?.id;
}

export async function insertPerson(
  trx: Trx,
  id: string,
  { email, name, passwordHash }: SignUpRow,
  now: Date,
): Promise<void> {
  await insertUser(trx, id, { email, name }, now);
  await sql`insert into auth."account" ("accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    values (${id}, 'credential', ${id}, ${passwordHash}, ${now}, ${now})`.execute(trx);
}

export type NewAccount = {
  id: string;
  memberId: string;
  name: string;
  plan: string;
  personId: string;
  email: string;
};

export async function insertAccount(
  trx: Trx,
  account: NewAccount,
  now: Date,
  period: Date,
): Promise<void> {
  const { id, memberId, name, plan, personId, email } = account;
  await sql`insert into accounts (id, name, plan, created_at) values (${id}, ${name}, ${plan}, ${now})`.execute(
    trx,
  );
  await sql`insert into account_usage (account_id, period_start) values (${id}, ${period})`.execute(
    trx,
  );
  await sql`insert into members (id, account_id, person_id, email, role, status, created_at)
    values (${memberId}, ${id}, ${personId}, ${email}, 'owner', 'active', ${now})`.execute(trx);
}

/** False when the link is no more. Whoever comes with another link of this person waits for the end of the transaction. */
export async function keepOneLink(trx: Trx, personId: string, linkId: string): Promise<boolean> {
  await sql`select 1 from auth."user" where id = ${personId} for no key update`.execute(trx);
  await sql`delete from auth."verification"
    where value = ${personId} and id <> ${linkId} and "expiresAt" > now()`.execute(trx);
  const { rows } = await sql`
    select 1 from auth."verification" where id = ${linkId} and "expiresAt" > now()`.execute(trx);
  return rows.length > 0;
}

export type SessionRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
};

export async function sessionsOf(db: Database, personId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, "createdAt", "expiresAt", "ipAddress" as address, "userAgent" from auth."session"
    where "userId" = ${personId} and "expiresAt" > now() order by "createdAt" desc`.execute(db);
  return rows;
}

export async function isSessionOpen(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."session" where id = ${sessionId} and "userId" = ${personId} and "expiresAt" > now()`.execute(
    db,
  );
  return rows.length > 0;
}

export async function endSession(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth."session" where id = ${sessionId} and "userId" = ${personId}`.execute(db);
  return numAffectedRows === 1n;
}

export async function endOtherSessions(
  db: Database,
  personId: string,
  keep: string | undefined,
): Promise<void> {
  await sql`delete from auth."session"
    where "userId" = ${personId} and id is distinct from ${keep ?? null}::uuid`.execute(db);
}
