import { sql } from 'kysely';
import { customPlan, type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isDisabledUser } from '../people/sql.ts';

export type RegisteredApp = {
  id: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  secretHash: Buffer | null;
};

type NewApp = RegisteredApp & { metadata: object; now: Date };

export async function insertApp(db: Database, app: NewApp): Promise<void> {
  await sql`insert into connected_apps (id, name, redirect_uris, scopes, metadata, secret_hash, created_at)
    values (${app.id}, ${app.name}, ${app.redirectUris}::text[], ${app.scopes}::text[], ${JSON.stringify(app.metadata)}::jsonb,
      ${app.secretHash}, ${app.now})`.execute(db);
}

/** Deletes all but the newest apps that no user has connected. */
export async function trimUnusedApps(db: Database, limit: number): Promise<void> {
  await sql`with over as materialized (
      select id from connected_apps where used_at is null order by created_at desc, id desc offset ${limit} limit 100),
    free as materialized (
      select id from connected_apps where id in (select id from over) for update skip locked)
    delete from connected_apps where used_at is null and id in (select id from free)`.execute(db);
}

export async function findApp(db: Database, id: string): Promise<RegisteredApp | undefined> {
  const { rows } = await sql<RegisteredApp>`
    select id, name, redirect_uris as "redirectUris", scopes, secret_hash as "secretHash"
    from connected_apps where id = ${id}`.execute(db);
  return rows[0];
}

type NewGrant = {
  id: string;
  appId: string;
  personId: string;
  scopes: string[];
  now: Date;
  expires: Date;
};

/** False if the app was deleted meanwhile. */
export async function insertGrant(trx: Trx, g: NewGrant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update connected_apps set used_at = ${g.now} where id = ${g.appId}`.execute(trx);
  if (numAffectedRows === 0n) return false;
  await sql`insert into app_grants (id, app_id, person_id, scopes, created_at, used_at, expires)
    values (${g.id}, ${g.appId}, ${g.personId}, ${g.scopes}::text[], ${g.now}, ${g.now}, ${g.expires})`.execute(
    trx,
  );
  return true;
}

/** Leaves a user their newest grants. */
export async function trimGrants(trx: Trx, personId: string, limit: number): Promise<void> {
  await sql`delete from app_grants where person_id = ${personId} and id not in (
    select id from app_grants where person_id = ${personId} order by id desc limit ${limit})`.execute(
    trx,
  );
}

type TokenKind = 'code' | 'access' | 'refresh';
type NewToken = {
  hash: Buffer;
  grantId: string;
  kind: TokenKind;
  scopes: string[];
  redirectUri?: string;
  challenge?: string;
  expires: Date;
};

export async function insertAppToken(trx: Trx, t: NewToken): Promise<void> {
  await sql`insert into app_tokens (hash, grant_id, kind, scopes, redirect_uri, challenge, expires)
    values (${t.hash}, ${t.grantId}, ${t.kind}, ${t.scopes}::text[], ${t.redirectUri ?? null}, ${t.challenge ?? null}, ${t.expires})`.execute(
    trx,
  );
}

/** Grants of users whom the operator blocked allow nothing. */
const isActive = sql`not exists (select from auth."user" u where u.id = g.person_id and ${isDisabledUser('u')})`;

export type AppTokenRow = {
  grantId: string;
  appId: string;
  personId: string;
  kind: TokenKind;
  scopes: string[];
  redirectUri: string | null;
  challenge: string | null;
  expires: Date;
  usedAt: Date | null;
};

const tokenColumns = sql`t.grant_id as "grantId", g.app_id as "appId", g.person_id as "personId", t.kind, t.scopes,
  t.redirect_uri as "redirectUri", t.challenge, t.expires, t.used_at as "usedAt"`;

export async function findToken(
  db: Database | Trx,
  hash: Buffer,
): Promise<AppTokenRow | undefined> {
  const { rows } = await sql<AppTokenRow>`
    select ${tokenColumns} from app_tokens t join app_grants g on g.id = t.grant_id
    where t.hash = ${hash} and ${isActive}`.execute(db);
  return rows[0];
}

/** Locks the grant, so that requests with tokens of it take turns. False if it was ended. */
export async function lockGrant(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_grants where id = ${id} for update`.execute(trx);
  return rows.length > 0;
}

/** Keeps a used token until then, to notice its reuse. */
export async function markTokenUsed(
  trx: Trx,
  hash: Buffer,
  now: Date,
  keepUntil: Date,
): Promise<void> {
  await sql`update app_tokens set used_at = ${now}, expires = ${keepUntil} where hash = ${hash}`.execute(
    trx,
  );
}

/** Ends access tokens of a grant, when it gets new ones. */
export async function deleteAccessTokens(trx: Trx, grantId: string): Promise<void> {
  await sql`delete from app_tokens where grant_id = ${grantId} and kind = 'access'`.execute(trx);
}

export async function extendGrant(trx: Trx, id: string, now: Date, expires: Date): Promise<void> {
  await sql`update app_grants set used_at = ${now}, expires = ${expires} where id = ${id}`.execute(
    trx,
  );
}

/** Ends a grant with all of its tokens. */
export async function deleteGrant(trx: Trx, id: string): Promise<void> {
  await sql`delete from app_grants where id = ${id}`.execute(trx);
}

export type ConnectedApp = {
  id: string;
  name: string;
  /** Where users are sent back to, which proves more than the name. */
  redirectUri: string;
  scopes: string[];
  /** When the user first allowed it. */
  since: Date;
  usedAt: Date;
};

/** A user's connected apps, most recent first. */
export async function listConnectedApps(
  db: Database,
  personId: string,
  now: Date,
): Promise<ConnectedApp[]> {
  const { rows } = await sql<ConnectedApp>`
    select a.id, a.name, a.redirect_uris[1] as "redirectUri", min(g.created_at) as since, max(g.used_at) as "usedAt",
      array(select distinct s from app_grants o, unnest(o.scopes) s
        where o.app_id = a.id and o.person_id = ${personId} and o.expires > ${now} order by s) as scopes
    from app_grants g join connected_apps a on a.id = g.app_id
    where g.person_id = ${personId} and g.expires > ${now}
    group by a.id order by max(g.created_at) desc, a.id`.execute(db);
  return rows;
}

/** Ends all access that a user gave an app. */
export async function disconnectApp(
  db: Database,
  personId: string,
  appId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from app_grants where person_id = ${personId} and app_id = ${appId}`.execute(db);
  return Number(numAffectedRows) > 0;
}

const isConnected = sql`exists (select from app_grants g where g.app_id = connected_apps.id)`;

/** Notes which apps are still connected, so that others are deleted a while after their last connection. */
export async function noteConnectedApps(trx: Trx, now: Date, before: Date): Promise<void> {
  await sql`${customPlan}
    update connected_apps set used_at = ${now} where used_at < ${before} and ${isConnected} and id = any(array(
      select id from connected_apps where used_at < ${before} and ${isConnected}
      order by used_at limit 1000 for update skip locked))`.execute(trx);
}

/** Deletes expired tokens and grants, and apps without a connection since `unusedBefore`. */
export function deleteExpiredGrants(trx: Trx, now: Date, unusedBefore: Date) {
  return deleteBatch(
    trx,
    { table: 'app_tokens', by: 'expires', where: sql`expires < ${now}` },
    { table: 'app_grants', by: 'expires', where: sql`expires < ${now}` },
    {
      table: 'connected_apps',
      by: 'created_at',
      where: sql`used_at is null and created_at < ${unusedBefore}`,
    },
    {
      table: 'connected_apps',
      by: 'used_at',
      where: sql`used_at < ${unusedBefore} and not ${isConnected}`,
    },
  );
}
