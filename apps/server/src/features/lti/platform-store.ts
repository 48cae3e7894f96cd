import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { agsScopes } from './rules.ts';

export type KeyRow = { id: string; sealed: Buffer; publicJwk: object; createdAt: Date };

/** Keys of an account, or those that accounts share. Newest first. */
export async function listToolKeys(
  db: Database | Trx,
  accountId: string | undefined,
): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, sealed, public_jwk as "publicJwk", created_at as "createdAt"
    from lti_keys where account_id is not distinct from ${accountId ?? null}::uuid
    order by created_at desc, id desc`.execute(db);
  return rows;
}

export async function isAccount(db: Database, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from accounts where id = ${id} and ${isNotLeaving('id')}`.execute(db);
  return rows.length === 1;
}

export async function lockKeys(trx: Trx, accountId: string | undefined): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lti keys ${accountId ?? ''}`}, 0))`.execute(
    trx,
  );
}

export async function insertKey(
  trx: Trx,
  accountId: string | undefined,
  { id, sealed, publicJwk }: Omit<KeyRow, 'createdAt'>,
  now: Date,
): Promise<void> {
  await sql`insert into lti_keys (id, account_id, sealed, public_jwk, created_at)
    values (${id}, ${accountId ?? null}, ${sealed}, ${JSON.stringify(publicJwk)}, ${now})`.execute(
    trx,
  );
}

export async function deleteOldKeys(trx: Trx, before: Date): Promise<void> {
  await sql`delete from lti_keys where created_at < ${before}`.execute(trx);
}

export async function lockSealedKeysAfter(
  trx: Trx,
  after: string,
  limit: number,
): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from lti_keys where id > ${after} order by id limit ${limit} for update`.execute(
    trx,
  );
  return rows;
}

export async function saveSealedToolKey(trx: Trx, id: string, sealed: Buffer): Promise<void> {
  await sql`update lti_keys set sealed = ${sealed} where id = ${id}`.execute(trx);
}

/** A learning platform of an account. */
export type Platform = {
  id: string;
  accountId: string;
  name: string;
  issuer: string;
  clientId: string;
  deploymentIds: string[];
  authorizationUrl: string;
  tokenUrl: string;
  jwksUrl: string;
  /** True if the platform uses the tool's URLs and keys without an account, which all accounts share. */
  sharesUrls: boolean;
  launchedAt: Date | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The account in the tool's URLs that the platform knows. */
export const readUrlAccount = ({
  accountId,
  sharesUrls,
}: Pick<Platform, 'accountId' | 'sharesUrls'>): string | undefined =>
  sharesUrls ? undefined : accountId;

const platformColumns = sql`p.id, p.account_id as "accountId", p.name, p.issuer, p.client_id as "clientId",
  p.deployment_ids as "deploymentIds", p.authorization_url as "authorizationUrl", p.token_url as "tokenUrl",
  p.jwks_url as "jwksUrl", p.shared_urls as "sharesUrls", p.launched_at as "launchedAt", p.disabled_at as "disabledAt",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;

export async function listPlatformRows(db: Database, accountId: string): Promise<Platform[]> {
  const { rows } = await sql<Platform>`
    select ${platformColumns} from lti_platforms p where p.account_id = ${accountId} order by p.id`.execute(
    db,
  );
  return rows;
}

/** A platform of the named account, or of any account that isn't being deleted. */
export async function findPlatform(
  db: Database | Trx,
  id: string,
  accountId?: string,
): Promise<Platform | undefined> {
  const { rows } = await sql<Platform>`
    select ${platformColumns} from lti_platforms p where p.id = ${id}
      and case when ${accountId ?? null}::uuid is null then ${isNotLeaving('p.account_id')}
        else p.account_id = ${accountId ?? null}::uuid end`.execute(db);
  return rows[0];
}

/** Locks it against changes. */
export async function lockPlatform(trx: Trx, id: string): Promise<Platform | undefined> {
  const { rows } = await sql<Platform>`
    select ${platformColumns} from lti_platforms p
    where p.id = ${id} and ${isNotLeaving('p.account_id')} for share of p`.execute(trx);
  return rows[0];
}

/**
 * The platform with this issuer and client ID in the account of the URL. Undefined if there are
 * several, which needs a missing client ID. A URL without an account finds platforms that share it,
 * and those whose issuer and client ID are in no other account.
 */
export async function findPlatformByIssuer(
  db: Database,
  accountId: string | undefined,
  { issuer, clientId }: { issuer: string; clientId: string | undefined },
): Promise<Platform | undefined> {
  const isKnown =
    accountId === undefined
      ? sql`(p.shared_urls or not exists (select from lti_platforms o
          where o.issuer = p.issuer and o.client_id = p.client_id and o.account_id <> p.account_id))`
      : sql`p.account_id = ${accountId}`;
  const { rows } = await sql<Platform>`
    select ${platformColumns} from lti_platforms p where p.issuer = ${issuer} and ${isKnown}
      and p.client_id = coalesce(${clientId ?? null}::text, p.client_id) and ${isNotLeaving('p.account_id')}
    limit 2`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

/** Makes changes to an account's platforms take turns. */
export async function lockPlatforms(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lti ${accountId}`}, 0))`.execute(trx);
}

export async function countPlatforms(db: Database | Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from lti_platforms where account_id = ${accountId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Makes registrations of one client ID take turns, in all accounts. */
export async function lockClient(trx: Trx, clientId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${`lti client ${clientId}`}), 0))`.execute(
    trx,
  );
}

/**
 * Token URLs of a client ID in other accounts, and whether they share keys. Some platforms ignore the
 * case of client IDs.
 */
export async function listClientsElsewhere(
  trx: Trx,
  { accountId, clientId }: Pick<Platform, 'accountId' | 'clientId'>,
): Promise<Pick<Platform, 'tokenUrl' | 'sharesUrls'>[]> {
  const { rows } = await sql<Pick<Platform, 'tokenUrl' | 'sharesUrls'>>`
    select token_url as "tokenUrl", shared_urls as "sharesUrls" from lti_platforms
    where lower(client_id) = lower(${clientId}) and account_id <> ${accountId}`.execute(trx);
  return rows;
}

/** Returns the changed platform, or undefined if another account's shares URLs under the same client ID. */
export async function saveSharesUrls(
  trx: Trx,
  id: string,
  sharesUrls: boolean,
): Promise<Platform | undefined> {
  const { rows } = await sql<Platform>`
    update lti_platforms p set shared_urls = ${sharesUrls} where p.id = ${id}
      and not (${sharesUrls} and exists (select from lti_platforms o
        where o.issuer = p.issuer and o.client_id = p.client_id and o.shared_urls and o.id <> p.id))
    returning ${platformColumns}`.execute(trx);
  return rows[0];
}

export type SavedPlatform = Omit<
  Platform,
  'sharesUrls' | 'launchedAt' | 'disabledAt' | 'createdAt' | 'updatedAt'
>;

/** Returns false if the account has registered the issuer and client ID already. */
export async function insertPlatform(trx: Trx, p: SavedPlatform, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into lti_platforms (id, account_id, name, issuer, client_id, deployment_ids, authorization_url, token_url, jwks_url, created_at, updated_at)
    values (${p.id}, ${p.accountId}, ${p.name}, ${p.issuer}, ${p.clientId}, ${p.deploymentIds}, ${p.authorizationUrl}, ${p.tokenUrl}, ${p.jwksUrl}, ${now}, ${now})
    on conflict (account_id, issuer, client_id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function updatePlatformRow(trx: Trx, p: SavedPlatform, now: Date): Promise<void> {
  await sql`update lti_platforms set name = ${p.name}, deployment_ids = ${p.deploymentIds}, authorization_url = ${p.authorizationUrl},
      token_url = ${p.tokenUrl}, jwks_url = ${p.jwksUrl}, updated_at = ${now}
    where id = ${p.id}`.execute(trx);
}

export async function deletePlatformRow(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from lti_platforms where id = ${id} and account_id = ${accountId} returning name`.execute(
    trx,
  );
  return rows[0]?.name;
}

/** Returns false if nothing changed. */
export async function markPlatformDisabled(
  trx: Trx,
  id: string,
  isDisabled: boolean,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lti_platforms set disabled_at = case when ${isDisabled}::boolean then ${now}::timestamptz end
    where id = ${id} and (disabled_at is not null) <> ${isDisabled}`.execute(trx);
  return numAffectedRows === 1n;
}

const MAX_LISTED = 1_000;

export type ListedPlatform = {
  platformId: string;
  accountId: string;
  account: string;
  name: string;
  issuer: string;
  clientId: string;
  deploymentIds: string[];
  launchedAt: Date | null;
  disabled: boolean;
};

/** The newest platforms, of all accounts or one. */
export async function listAllPlatforms(
  db: Database,
  accountId: string | undefined,
): Promise<ListedPlatform[]> {
  const { rows } = await sql<ListedPlatform>`
    select p.id as "platformId", a.id as "accountId", a.name as account, p.name, p.issuer, p.client_id as "clientId",
      p.deployment_ids as "deploymentIds", p.launched_at as "launchedAt", p.disabled_at is not null as disabled
    from lti_platforms p join accounts a on a.id = p.account_id
    where ${accountId ?? null}::uuid is null or p.account_id = ${accountId ?? null}::uuid
    order by p.id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

export type PlatformRegistration = {
  accountId: string;
  personId: string | null;
  keyId: string | null;
};

export async function insertRegistration(
  trx: Trx,
  id: Buffer,
  { accountId, personId, keyId }: PlatformRegistration,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into lti_registrations (id, account_id, person_id, key_id, expires_at)
    values (${id}, ${accountId}, ${personId}, ${keyId}, ${expiresAt})`.execute(trx);
}

/**
 * Uses a link up. One of several concurrent callers gets it, and none after its creator stopped being an
 * admin or its API key was revoked.
 */
export async function consumeRegistration(
  db: Database,
  id: Buffer,
  now: Date,
): Promise<PlatformRegistration | undefined> {
  const { rows } = await sql<PlatformRegistration>`
    delete from lti_registrations r where r.id = ${id} and r.expires_at > ${now} and ${isNotLeaving('r.account_id')}
      and exists (select from members m where m.account_id = r.account_id and m.person_id = r.person_id
        and m.status = 'active' and m.role in ('owner', 'admin'))
      and (r.key_id is null or exists (select from api_keys k where k.id = r.key_id))
    returning account_id as "accountId", person_id as "personId", key_id as "keyId"`.execute(db);
  return rows[0];
}

/** Services that the last launch offered, and whether anyone with name and address arrived since. */
export type LastLaunch = { hasPerson: boolean; hasRoster: boolean; hasScores: boolean };

export async function findLastLaunch(
  db: Database,
  platformId: string,
): Promise<LastLaunch | undefined> {
  const { rows } = await sql<LastLaunch>`
    select exists (select from lti_users u where u.platform_id = l.platform_id
        and coalesce(u.described_at, u.updated_at) >= l.launched_at and u.name is not null and u.email is not null) as "hasPerson",
      l.roster_url is not null as "hasRoster",
      l.line_item is not null and l.scopes @> ${Object.values(agsScopes)}::text[] as "hasScores"
    from lti_links l where l.platform_id = ${platformId} order by l.launched_at desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export async function markPlatformLaunched(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update lti_platforms set launched_at = ${now} where id = ${id}`.execute(trx);
}
