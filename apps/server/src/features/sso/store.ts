import { type SsoProtocolName, storedForms } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { enforcedSignIn } from '../people/sql.ts';
import type { RoleRules } from './rules.ts';

/** A connection of an account to its identity provider. */
export type Connection = {
  id: string;
  accountId: string;
  name: string;
  protocol: SsoProtocolName;
  /** Belongs to the protocol. */
  settings: Record<string, unknown>;
  /** Sealed. Belongs to the protocol. */
  secret: Buffer | null;
  roles: RoleRules;
  provisioning: 'invited' | 'onSignIn';
  enforced: boolean;
  breakGlassId: string | null;
  breakGlassEmail: string | null;
  /** When the operator disabled it. */
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** In ASCII, sorted. */
  domains: string[];
  verifiedDomains: string[];
};

/** A sign-in or test that waits for the provider. Used once. */
export type SsoRequest = {
  connectionId: string;
  isTest: boolean;
  /** Path of our own to continue with. */
  next: string;
  nonce: string | null;
  verifier: string | null;
  /** Hash of the browser's cookie. */
  browser: Buffer | null;
  /** The admin who tests, or the user to switch to. */
  personId: string | null;
};

const connectionColumns = sql`c.id, c.account_id as "accountId", c.name, c.protocol, c.settings, c.secret,
  jsonb_build_object('claim', c.role_claim, 'map', c.role_map, 'default', c.default_role) as roles,
  c.provisioning, c.enforced, c.break_glass_id as "breakGlassId", u.email as "breakGlassEmail",
  c.disabled_at as "disabledAt", c.created_at as "createdAt", c.updated_at as "updatedAt",
  array(select d.domain from sso_domains d where d.connection_id = c.id order by d.domain) as domains,
  array(select d.domain from sso_domains d where d.connection_id = c.id and d.verified_at is not null
    order by d.domain) as "verifiedDomains"`;
const fromConnections = sql`from sso_connections c left join auth."user" u on u.id = c.break_glass_id`;

export async function listConnectionRows(db: Database, accountId: string): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${connectionColumns} ${fromConnections} where c.account_id = ${accountId} order by c.id`.execute(
    db,
  );
  return rows;
}

/** A connection of the named account, or of any account that isn't being deleted. */
export async function findConnection(
  db: Database | Trx,
  id: string,
  accountId?: string,
): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${connectionColumns} ${fromConnections} where c.id = ${id}
      and case when ${accountId ?? null}::uuid is null then ${isNotLeaving('c.account_id')}
        else c.account_id = ${accountId ?? null}::uuid end`.execute(db);
  return rows[0];
}

export async function lockConnection(trx: Trx, id: string): Promise<void> {
  await sql`select 1 from sso_connections where id = ${id} for update`.execute(trx);
}

/** Makes changes to an account's connections and domains take turns. */
export async function lockSso(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${accountId}`}, 0))`.execute(trx);
}

export async function countConnections(trx: Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sso_connections where account_id = ${accountId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

export type SavedConnection = Pick<
  Connection,
  | 'id'
  | 'accountId'
  | 'name'
  | 'protocol'
  | 'settings'
  | 'secret'
  | 'roles'
  | 'provisioning'
  | 'enforced'
  | 'breakGlassId'
>;

export async function saveConnection(trx: Trx, c: SavedConnection, now: Date): Promise<void> {
  const [settings, map] = [JSON.stringify(c.settings), JSON.stringify(c.roles.map)];
  await sql`insert into sso_connections (id, account_id, name, protocol, settings, secret, role_claim, role_map, default_role,
      provisioning, enforced, break_glass_id, created_at, updated_at)
    values (${c.id}, ${c.accountId}, ${c.name}, ${c.protocol}, ${settings}, ${c.secret}, ${c.roles.claim}, ${map}, ${c.roles.default},
      ${c.provisioning}, ${c.enforced}, ${c.breakGlassId}, ${now}, ${now})
    on conflict (id) do update set name = excluded.name, settings = excluded.settings, secret = excluded.secret,
      role_claim = excluded.role_claim, role_map = excluded.role_map, default_role = excluded.default_role,
      provisioning = excluded.provisioning, enforced = excluded.enforced, break_glass_id = excluded.break_glass_id,
      updated_at = excluded.updated_at`.execute(trx);
}

/** Also ends the sessions that it opened. */
export async function deleteConnectionRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from sso_connections where id = ${id}`.execute(trx);
  await endConnectionSessions(trx, id);
}

/** Waiting second steps end too. Sign-ins that finish meanwhile wait for the lock. */
export async function endConnectionSessions(trx: Trx, id: string): Promise<void> {
  await lockConnection(trx, id);
  await sql`delete from auth."session" where "ssoConnection" = ${id}`.execute(trx);
  await sql`delete from auth."verification" where split_part(value, ' ', 3) = ${id}`.execute(trx);
  await sql`delete from sso_requests where connection_id = ${id} and kind = 'confirm'`.execute(trx);
}

/** Ends what a sign-in has just opened for a user. */
export async function endUserSessions(trx: Trx, id: string, personId: string): Promise<void> {
  await sql`delete from auth."session" where "ssoConnection" = ${id} and "userId" = ${personId}`.execute(
    trx,
  );
  await sql`delete from auth."verification"
    where split_part(value, ' ', 1) = ${personId} and split_part(value, ' ', 3) = ${id}`.execute(
    trx,
  );
}

/**
 * Blocks changes, and returns true if a connection and its domains are as they were read. Otherwise
 * an identity that another provider proved could be bound, or outlive the change.
 */
export async function lockUnchanged(trx: Trx, before: Connection): Promise<boolean> {
  await sql`select 1 from sso_connections where id = ${before.id} for share`.execute(trx);
  const found = await findConnection(trx, before.id);
  const describe = (c: Connection) =>
    JSON.stringify([c.settings, c.disabledAt, c.updatedAt, c.verifiedDomains]);
  return found !== undefined && describe(found) === describe(before);
}

/** The account's owner, if this is their sign-in address. */
export async function findOwnerByEmail(
  trx: Trx,
  accountId: string,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    select u.id as "personId" from members m join auth."user" u on u.id = m.person_id
    where m.account_id = ${accountId} and m.role = 'owner' and lower(u.email) = lower(${email})`.execute(
    trx,
  );
  return rows[0]?.personId;
}

/** The connection for an address, by the exact domain in ASCII. */
export async function findConnectionByDomain(
  db: Database,
  domain: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from sso_domains d join sso_connections c on c.id = d.connection_id
    where d.domain = ${domain} and d.verified_at is not null and c.disabled_at is null
      and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows[0]?.id;
}

/** False while no domain has a connection. The sign-in page then needs only one step. */
export async function hasSsoDomains(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sso_domains where verified_at is not null and connection_id is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type SealedSecret = { id: string; secret: Buffer | null };

export async function readSsoSecretsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select id, secret from sso_connections where id > ${after} and secret is not null order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function lockSsoSecretsAfter(
  trx: Trx,
  after: string,
  limit: number,
): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select id, secret from sso_connections where id > ${after} and secret is not null order by id limit ${limit} for update`.execute(
    trx,
  );
  return rows;
}

export async function saveSsoSecret(trx: Trx, id: string, secret: Buffer): Promise<void> {
  await sql`update sso_connections set secret = ${secret} where id = ${id}`.execute(trx);
}

type NewRequest = SsoRequest & {
  id: Buffer;
  kind: 'test' | 'sign-in' | 'confirm';
  expiresAt: Date;
};

/** Returns false if the connection was deleted meanwhile. */
export async function insertSsoRequest(db: Database | Trx, r: NewRequest): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sso_requests (id, connection_id, kind, is_test, next, nonce, verifier, browser, person_id, expires_at)
    select ${r.id}::bytea, id, ${r.kind}, ${r.isTest}::boolean, ${r.next}, ${r.nonce}, ${r.verifier}, ${r.browser}::bytea, ${r.personId}::uuid, ${r.expiresAt}::timestamptz
    from sso_connections where id = ${r.connectionId} for key share`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes a request and returns it, to one of several concurrent callers. */
export async function consumeSignInRequest(
  db: Database,
  { id, connectionId, kind, now }: Pick<NewRequest, 'id' | 'connectionId' | 'kind'> & { now: Date },
): Promise<SsoRequest | undefined> {
  const { rows } = await sql<SsoRequest>`
    delete from sso_requests where id = ${id} and connection_id = ${connectionId} and kind = ${kind} and expires_at > ${now}
    returning connection_id as "connectionId", is_test as "isTest", next, nonce, verifier, browser, person_id as "personId"`.execute(
    db,
  );
  return rows[0];
}

export function deleteExpiredRequests(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`expires_at <= ${now}`;
  return deleteBatch(trx, { table: 'sso_requests', by: 'expires_at', where });
}

/** Returns the user of a subject. Makes concurrent sign-ins of one subject take turns. */
export async function lockIdentity(
  trx: Trx,
  connectionId: string,
  subject: string,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${connectionId} ${subject}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from sso_identities where connection_id = ${connectionId} and subject = ${subject}`.execute(
    trx,
  );
  return rows[0]?.personId;
}

export async function hasIdentity(
  trx: Trx,
  connectionId: string,
  personId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sso_identities where connection_id = ${connectionId} and person_id = ${personId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** True while a user is bound to the connection and a member of its account. */
export async function isAdmitted(
  trx: Trx,
  { id, accountId }: Pick<Connection, 'id' | 'accountId'>,
  personId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sso_identities i join members m on m.person_id = i.person_id
    where i.connection_id = ${id} and i.person_id = ${personId} and m.account_id = ${accountId} and m.status = 'active'`.execute(
    trx,
  );
  return rows.length > 0;
}

type Identity = { connectionId: string; subject: string; personId: string };

/** Returns false if the connection was deleted meanwhile. */
export async function saveIdentity(
  trx: Trx,
  { connectionId, subject, personId }: Identity,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sso_identities (connection_id, subject, person_id, created_at, used_at)
    select id, ${subject}, ${personId}::uuid, clock_timestamp(), clock_timestamp()
    from sso_connections where id = ${connectionId} for key share
    on conflict (connection_id, subject) do update set used_at = greatest(sso_identities.used_at, excluded.used_at)`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** For a connection to another issuer or client, where the same subjects mean other users. */
export async function deleteIdentities(trx: Trx, connectionId: string): Promise<void> {
  await sql`delete from sso_identities where connection_id = ${connectionId}`.execute(trx);
}

export type BreakGlassUse = {
  accountId: string;
  memberId: string;
  personId: string;
  email: string;
  account: string;
};
export type SignInRules = { isRequired: boolean; hasSecondStep: boolean; uses: BreakGlassUse[] };

/**
 * Whether a user must use a connection, or is exempt from one. A connection that they have just used
 * is enough.
 */
export async function readSignInRules(
  db: Database,
  personId: string,
  used: string | undefined,
): Promise<SignInRules> {
  const { rows } = await sql<SignInRules>`
    select coalesce(u."twoFactorEnabled", false) as "hasSecondStep",
      coalesce((select not bool_or(r.id is not distinct from ${used ?? null}::uuid)
        from (select ${enforcedSignIn({ member: 'm', user: 'u', used })} as id from members m
          where m.person_id = u.id and m.status = 'active') r where r.id is not null), false) as "isRequired",
      coalesce((select jsonb_agg(jsonb_build_object('accountId', a.id, 'memberId', m.id, 'personId', u.id,
          'email', u.email, 'account', a.name))
        from sso_connections c join accounts a on a.id = c.account_id
          join members m on m.account_id = a.id and m.person_id = u.id and m.role = 'owner'
        where c.break_glass_id = u.id and c.enforced and c.disabled_at is null
          and exists (select 1 from sso_domains d where d.connection_id = c.id and d.verified_at is not null)), '[]'::jsonb) as uses
    from auth."user" u where u.id = ${personId}`.execute(db);
  return rows[0] ?? { isRequired: false, hasSecondStep: false, uses: [] };
}

const MAX_LISTED = 1_000;

export type ListedConnection = {
  connectionId: string;
  accountId: string;
  account: string;
  name: string;
  protocol: string;
  domains: string[];
  enforced: boolean;
  disabled: boolean;
};

/** The newest connections, of all accounts or one. */
export async function listAllConnections(
  db: Database,
  accountId: string | undefined,
): Promise<ListedConnection[]> {
  const { rows } = await sql<ListedConnection>`
    select c.id as "connectionId", a.id as "accountId", a.name as account, c.name, c.protocol,
      array(select d.domain from sso_domains d where d.connection_id = c.id and d.verified_at is not null
        order by d.domain) as domains, c.enforced, c.disabled_at is not null as disabled
    from sso_connections c join accounts a on a.id = c.account_id
    where ${accountId ?? null}::uuid is null or c.account_id = ${accountId ?? null}::uuid
    order by c.id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

export async function countIdentities(db: Database, connectionId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sso_identities where connection_id = ${connectionId}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Returns false if nothing changed. */
export async function markDisabled(
  trx: Trx,
  id: string,
  isDisabled: boolean,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sso_connections set disabled_at = case when ${isDisabled}::boolean then ${now}::timestamptz end
    where id = ${id} and (disabled_at is not null) <> ${isDisabled}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteIdentity(
  trx: Trx,
  connectionId: string,
  personId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from sso_identities where connection_id = ${connectionId} and person_id = ${personId}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

type MemberUser = { personId: string; signsInWithIt: boolean };

/** The user of the member with this address, which a directory may have chosen. */
export async function findMemberUser(
  trx: Trx,
  accountId: string,
  email: string,
): Promise<MemberUser | undefined> {
  const forms = storedForms(email);
  const { rows } = await sql<MemberUser>`
    select u.id as "personId", u.email = any(${forms}::text[]) as "signsInWithIt"
    from members m join auth."user" u on u.id = m.person_id
    where m.account_id = ${accountId} and lower(m.email) = any(${forms}::text[]) and m.status = 'active'`.execute(
    trx,
  );
  return rows[0];
}

export async function findMemberId(
  trx: Trx,
  accountId: string,
  personId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from members where account_id = ${accountId} and person_id = ${personId}`.execute(
    trx,
  );
  return rows[0]?.id;
}
