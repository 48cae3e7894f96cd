import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import type { IssuerKeyRow } from './sql.ts';

const columns = sql`id, issuer_id as "issuerId", number, proof_key as "proofKey", jwt_key as "jwtKey", jwt_jwk as "jwtJwk",
  sealed, created_at as "createdAt", used_from as "usedFrom", revoked_at as "revokedAt", void_from as "voidFrom"`;

/** Returns keys newest first. */
export async function selectIssuerKeys(
  db: Database | Trx,
  issuerId: string,
): Promise<IssuerKeyRow[]> {
  const { rows } = await sql<IssuerKeyRow>`
    select ${columns} from issuer_keys where issuer_id = ${issuerId} order by number desc`.execute(
    db,
  );
  return rows;
}

/** Does nothing if another request was first or the issuer is gone. */
export async function insertIssuerKey(db: Database | Trx, key: IssuerKeyRow): Promise<void> {
  await sql`
    insert into issuer_keys (id, issuer_id, number, proof_key, jwt_key, jwt_jwk, sealed, created_at, used_from)
    select ${key.id}, id, ${key.number}, ${key.proofKey}, ${key.jwtKey}, ${JSON.stringify(key.jwtJwk)}, ${key.sealed},
      ${key.createdAt}, ${key.usedFrom}
    from issuers where id = ${key.issuerId} for key share
    on conflict (issuer_id, number) do nothing`.execute(db);
}

/** True if the key may sign. Locks it against revocation until the transaction ends. */
export async function lockKey(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issuer_keys where id = ${id} and revoked_at is null for share`.execute(trx);
  return rows.length > 0;
}

/** True if the account has this issuer. Locks its keys until the transaction ends. */
export async function lockKeyIssuer(trx: Trx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issuers where id = ${id} and account_id = ${accountId} and deleted_at is null for no key update`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function isOwnIssuer(db: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issuers where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Includes deleted issuers needed by a credential: their signatures stay verifiable. */
export async function findIssuerAccount(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from issuers where id = ${id} and ${isNotLeaving('account_id')}`.execute(
    db,
  );
  return rows[0]?.accountId;
}

export async function markKeysRevoked(
  trx: Trx,
  ids: string[],
  now: Date,
  voidFrom: Date | null,
): Promise<void> {
  await sql`update issuer_keys set revoked_at = ${now}, void_from = ${voidFrom}
    where id = any(${ids}::uuid[])`.execute(trx);
}

/**
 * Deletes keys replaced more than a day ago that no credential names. A key that signed at once
 * replaced a lost one, which has signed copies although no credential names it.
 */
export async function deleteUnusedKeys(
  trx: Trx,
  issuerId: string,
  usable: string[],
  now: Date,
): Promise<void> {
  await sql`
    delete from issuer_keys k where issuer_id = ${issuerId} and id = any(${usable}::uuid[]) and revoked_at is null
      and not exists (select 1 from signed_credentials where key_id = k.id)
      and exists (select 1 from issuer_keys n where n.issuer_id = k.issuer_id and n.number > k.number
        and n.revoked_at is null and n.used_from < ${now}::timestamptz - interval '1 day')
      and not exists (select 1 from issuer_keys n where n.issuer_id = k.issuer_id and n.number > k.number
        and n.used_from = n.created_at)`.execute(trx);
}

/** Unrevoked keys of all issuers, sorted by id. */
export async function readKeysAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<Pick<IssuerKeyRow, 'id' | 'issuerId' | 'sealed'>[]> {
  const { rows } = await sql<Pick<IssuerKeyRow, 'id' | 'issuerId' | 'sealed'>>`
    select id, issuer_id as "issuerId", sealed from issuer_keys
    where id > ${after} and revoked_at is null order by id limit ${limit}`.execute(db);
  return rows;
}

type SealedKey = { id: string; sealed: Buffer };

/** Locks private keys. */
export async function readSealedKeysAfter(
  trx: Trx,
  after: string,
  limit: number,
): Promise<SealedKey[]> {
  const { rows } = await sql<SealedKey>`
    select id, sealed from issuer_keys where id > ${after} order by id limit ${limit} for no key update`.execute(
    trx,
  );
  return rows;
}

export async function saveSealedKey(trx: Trx, id: string, sealed: Buffer): Promise<void> {
  await sql`update issuer_keys set sealed = ${sealed} where id = ${id}`.execute(trx);
}
