import { type Language, languages, storedForms } from '@insignia/contract';
import { sql } from 'kysely';
import { toAddressKey } from '../../kernel/address-key.ts';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { resetLinkLifetimeMs } from './rules.ts';
import { isDisabledUser } from './sql.ts';

// A user from before internationalized addresses may have a domain in ASCII (xn--…).
const hasAddress = (email: string) => sql`email = any(${storedForms(email)}::text[])`;
/** If both forms have a user, the canonical one comes first. */
const canonicalFirst = (email: string) =>
  sql`order by array_position(${storedForms(email)}::text[], email) limit 1`;
const isInvitation = (email: string) =>
  sql`status = 'pending' and lower(email) = any(${storedForms(email.toLowerCase())}::text[])`;

const hasMembership = sql`exists (select 1 from members m where m.person_id = u.id and m.status <> 'deprovisioned')`;

/** True if another user has confirmed the address of `u` since. */
const hasLost = (email: string) => sql`exists (select 1 from user_addresses a
  where a.address = ${toAddressKey(email)} and a.confirmed_at is not null and a.person_id <> u.id)`;

/**
 * True if nobody can sign up with the address. Recipients can, who sign in with emailed codes and belong to no
 * account, unless they have lost it: somebody else's sign-up would open an account for them. Addresses of
 * users whom the operator disabled stay theirs.
 */
export async function isTaken(db: Database | Trx, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth."user" u
    where ${hasAddress(email)} and (${hasMembership} or ${hasLost(email)} or ${isDisabledUser('u')})
    union all select 1 from user_addresses a join auth."user" u on u.id = a.person_id
    where a.address = ${toAddressKey(email)} and a.confirmed_at is not null and ${isDisabledUser('u')}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks a user who belongs to no account yet, isn't disabled and hasn't lost their address. */
export async function lockUserWithoutAccount(trx: Trx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from auth."user" u
    where ${hasAddress(email)} and not ${hasMembership} and not ${isDisabledUser('u')}
    ${canonicalFirst(email)} for update of u`.execute(trx);
  const id = rows[0]?.id;
  // Read under the lock: another user may have confirmed the address meanwhile.
  const own = await sql`select 1 from auth."user" u
    where u.id = ${id ?? null}::uuid and not ${hasLost(email)}`.execute(trx);
  return own.rows.length > 0 ? id : undefined;
}

export async function hasAnyUser(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from auth."user" limit 1`.execute(db);
  return rows.length > 0;
}

export async function hasInvitation(db: Database | Trx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where ${isInvitation(email)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The oldest open invitation of an address. */
export async function findInvitationId(db: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select invite_id as id from members where ${isInvitation(email)}
    order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Writes better-auth's tables as it does: one row for the user, one per way to sign in. */
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

type IdentifiedUser = { personId: string; email: string; name: string; isDisabled: boolean };

export async function findUserByIdentity(
  db: Database,
  issuer: string,
  sub: string,
): Promise<IdentifiedUser | undefined> {
  const { rows } = await sql<IdentifiedUser>`
    select u.id as "personId", u.email, u.name, ${isDisabledUser('u')} as "isDisabled"
    from auth."account" a join auth."user" u on u.id = a."userId"
    where a."providerId" = ${issuer} and a."accountId" = ${sub}`.execute(db);
  return rows[0];
}

export async function findUserIdByEmail(
  db: Database | Trx,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from auth."user" where ${hasAddress(email)} ${canonicalFirst(email)}`.execute(db);
  return rows[0]?.id;
}

type NewPassword = { name: string; passwordHash: string };

export async function insertUserWithPassword(
  trx: Trx,
  id: string,
  { email, name, passwordHash }: NewPassword & { email: string },
  now: Date,
): Promise<void> {
  await insertUser(trx, id, { email, name }, now);
  await insertPassword(trx, id, passwordHash, now);
}

/** For a user who signed in with emailed codes until now. */
export async function setNameAndPassword(
  trx: Trx,
  id: string,
  { name, passwordHash }: NewPassword,
  now: Date,
): Promise<void> {
  await sql`update auth."user" set name = ${name}, "updatedAt" = ${now} where id = ${id}`.execute(
    trx,
  );
  await sql`delete from auth."account" where "userId" = ${id} and "providerId" = 'credential'`.execute(
    trx,
  );
  await insertPassword(trx, id, passwordHash, now);
}

async function insertPassword(
  trx: Trx,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await sql`insert into auth."account" ("accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    values (${id}, 'credential', ${id}, ${passwordHash}, ${now}, ${now})`.execute(trx);
}

export async function insertPasswordLink(
  trx: Trx,
  personId: string,
  identifier: string,
): Promise<void> {
  await sql`insert into auth."verification" (identifier, value, "expiresAt")
    values (${identifier}, ${personId}, now() + make_interval(secs => ${resetLinkLifetimeMs / 1_000}))`.execute(
    trx,
  );
}

/**
 * Returns false if the link is used or the user is disabled. Requests with other links of this user wait for the
 * transaction.
 */
export async function claimPasswordLink(
  trx: Trx,
  personId: string,
  linkId: string,
): Promise<boolean> {
  const { rows: users } = await sql`select 1 from auth."user" u
    where u.id = ${personId} and not ${isDisabledUser('u')} for no key update of u`.execute(trx);
  if (users.length === 0) return false;
  // The value of a sign-in's challenge continues with its first step.
  await sql`delete from auth."verification"
    where split_part(value, ' ', 1) = ${personId} and id <> ${linkId} and "expiresAt" > now()`.execute(
    trx,
  );
  const { rows } = await sql`
    select 1 from auth."verification" where id = ${linkId} and "expiresAt" > now()`.execute(trx);
  return rows.length > 0;
}

/** True if the operator disabled the user. */
export const isDisabled = (db: Database | Trx, personId: string): Promise<boolean> =>
  isAnyDisabled(db, [personId]);

export async function isAnyDisabled(db: Database | Trx, personIds: string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."user" u where u.id = any(${personIds}::uuid[]) and ${isDisabledUser('u')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Null to enable the user again. Returns false if nothing changed. */
export async function setDisabledAt(
  trx: Trx,
  personId: string,
  disabledAt: Date | null,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update auth."user" u set "disabledAt" = ${disabledAt}::timestamptz
    where u.id = ${personId} and ${isDisabledUser('u')} = ${disabledAt === null}::boolean`.execute(
      trx,
    );
  return numAffectedRows === 1n;
}

/** All users whom an address signs in: by their password, or as the one who confirmed it last. */
export async function findUsersOfAddress(
  db: Database,
  email: string,
): Promise<{ personId: string; name: string; email: string }[]> {
  const { rows } = await sql<{ personId: string; name: string; email: string }>`
    select u.id as "personId", u.name, u.email from auth."user" u where ${hasAddress(email)}
    union select u.id, u.name, u.email from user_addresses a join auth."user" u on u.id = a.person_id
    where a.address = ${toAddressKey(email)} and a.confirmed_at is not null`.execute(db);
  return rows;
}

/** The address of a member in the account of a connection. Undefined if they are none any more. */
export async function findAddressInAccount(
  db: Database,
  personId: string,
  connectionId: string | null | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select m.email from sso_connections c join members m on m.account_id = c.account_id
    where c.id = ${connectionId ?? null}::uuid and m.person_id = ${personId} and m.status = 'active'`.execute(
    db,
  );
  return rows[0]?.email;
}

/** Null for the language of the browser. */
export async function setUserLanguage(
  db: Database,
  personId: string,
  language: Language | null,
): Promise<void> {
  await sql`update auth."user" set language = ${language} where id = ${personId}`.execute(db);
}

/** Undefined for the language of the browser. */
export async function readUserLanguage(trx: Trx, personId: string): Promise<Language | undefined> {
  const { rows } = await sql<{ language: string | null }>`
    select language from auth."user" where id = ${personId}`.execute(trx);
  return languages.find((each) => each === rows[0]?.language);
}

export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<{ personId: string; name: string; email: string } | undefined> {
  const { rows } = await sql<{ personId: string; name: string; email: string }>`
    select id as "personId", name, email from auth."user" where ${hasAddress(email)} ${canonicalFirst(email)}`.execute(
    db,
  );
  return rows[0];
}

/** Waits for changes to the addresses of the user with this primary one, and blocks further ones. */
export async function blockAddressChanges(trx: Trx, primary: string): Promise<void> {
  await sql`select 1 from auth."user" where ${hasAddress(primary)} for share`.execute(trx);
}

/** Deletes expired password reset links. */
export function deleteExpiredLinks(trx: Trx): Promise<'again' | undefined> {
  const where = sql`"expiresAt" < now()`;
  return deleteBatch(trx, { table: 'auth.verification', by: 'expiresAt', where });
}

type SignUpRow = {
  email: string;
  name: string;
  organization: string | null;
  passwordHash: string;
};

/** Stores a sign-up, or nothing, in the same statement. */
export async function replaceSignUp(
  trx: Trx,
  isWanted: boolean,
  row: SignUpRow & { tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into sign_ups (email, name, organization, password_hash, token_hash, created_at)
    select ${row.email}::text, ${row.name}::text, ${row.organization}::text, ${row.passwordHash}::text,
      ${row.tokenHash}::bytea, ${row.now}::timestamptz where ${isWanted}::boolean
    on conflict (email) do update set name = excluded.name, organization = excluded.organization, password_hash = excluded.password_hash,
      token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(trx);
}

const signUpColumns = sql`email, name, organization, password_hash as "passwordHash"`;

export async function findSignUpByToken(
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

export async function findSignUpByEmail(
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

/** Replaces the link of a sign-up, with a lifetime of its own. Returns false if there is none, or it isn't wanted. */
export async function replaceSignUpLink(
  trx: Trx,
  isWanted: boolean,
  { email, tokenHash, since, now }: { email: string; tokenHash: Buffer; since: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sign_ups set token_hash = ${tokenHash}, created_at = ${now}
    where email = ${email} and created_at > ${since} and ${isWanted}::boolean`.execute(trx);
  return numAffectedRows === 1n;
}

/** Deletes the sign-up. Returns false if it was used or replaced meanwhile. */
export async function consumeSignUp(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from sign_ups where token_hash = ${tokenHash}`.execute(trx);
  return numAffectedRows === 1n;
}

export function deleteExpiredSignUps(trx: Trx, before: Date): Promise<'again' | undefined> {
  return deleteBatch(trx, {
    table: 'sign_ups',
    by: 'created_at',
    where: sql`created_at <= ${before}`,
  });
}
