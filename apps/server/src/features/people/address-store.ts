import { storedForms } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';

export type AddressRow = {
  id: string;
  email: string;
  /** Folded for comparison. */
  address: string;
  confirmedAt: Date | null;
};

const columns = sql`id, email, address, confirmed_at as "confirmedAt"`;
const isConfirmed = sql`confirmed_at is not null`;

type OwnAddresses = { email: string; addresses: string[]; unconfirmed: string[] };

/** The primary address of a user, and the folded ones that they confirmed and that they didn't. */
export async function findConfirmedAddresses(
  db: Database | Trx,
  personId: string,
): Promise<OwnAddresses | undefined> {
  const { rows } = await sql<OwnAddresses>`
    select u.email, array(select a.address from user_addresses a
        where a.person_id = u.id and a.confirmed_at is not null order by a.created_at, a.id) as addresses,
      array(select a.address from user_addresses a where a.person_id = u.id and a.confirmed_at is null) as unconfirmed
    from auth."user" u where u.id = ${personId} and u."emailVerified"`.execute(db);
  return rows[0];
}

export async function findOwnerId(
  db: Database | Trx,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string | null }>`
    select person_id as "personId" from members where account_id = ${accountId} and role = 'owner'`.execute(
    db,
  );
  return rows[0]?.personId ?? undefined;
}

/** The user who confirmed a folded address last, with their primary address. */
export async function findAddressOwner(
  db: Database | Trx,
  address: string,
): Promise<{ personId: string; email: string } | undefined> {
  const { rows } = await sql<{ personId: string; email: string }>`
    select a.person_id as "personId", u.email from user_addresses a join auth."user" u on u.id = a.person_id
    where a.address = ${address} and a.confirmed_at is not null`.execute(db);
  return rows[0];
}

/** All folded addresses of the user with this primary one. */
export async function listUserAddresses(trx: Trx, primary: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select a.address from user_addresses a join auth."user" u on u.id = a.person_id
    where u.email = ${primary}`.execute(trx);
  return rows.map(({ address }) => address);
}

export async function listAddressRows(db: Database | Trx, personId: string): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from user_addresses where person_id = ${personId} order by created_at, id`.execute(
    db,
  );
  return rows;
}

/**
 * Locks a user, so that changes to their addresses and memberships take turns. It must be the first
 * lock of memberships. Returns the primary address.
 */
export async function lockUser(trx: Trx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth."user" where id = ${personId} for no key update`.execute(trx);
  return rows[0]?.email;
}

/** Times of addresses, identities and memberships are compared, so the database's clock gives them. */
export async function insertAddress(
  trx: Trx,
  personId: string,
  { id, email, address, confirmedAt }: AddressRow,
  codeExpires: Date | null,
): Promise<void> {
  await sql`insert into user_addresses (id, person_id, email, address, confirmed_at, code_expires, created_at)
    values (${id}, ${personId}, ${email}, ${address}, case when ${confirmedAt !== null} then now() end, ${codeExpires}, now())`.execute(
    trx,
  );
}

/** Voids the earlier code. */
export async function setAddressCode(
  trx: Trx,
  id: string,
  { hash, expires }: { hash: Buffer; expires: Date },
): Promise<void> {
  await sql`update user_addresses set code_hash = ${hash}, code_expires = ${expires}, tries = 0
    where id = ${id}`.execute(trx);
}

export async function countAddressTry(trx: Trx, id: string): Promise<void> {
  await sql`update user_addresses set tries = tries + 1 where id = ${id}`.execute(trx);
}

type LockedAddress = AddressRow & {
  codeHash: Buffer | null;
  codeExpires: Date | null;
  tries: number;
};

export async function lockAddress(
  trx: Trx,
  personId: string,
  id: string,
): Promise<LockedAddress | undefined> {
  const { rows } = await sql<LockedAddress>`
    select ${columns}, code_hash as "codeHash", code_expires as "codeExpires", tries
    from user_addresses where id = ${id} and person_id = ${personId} for update`.execute(trx);
  return rows[0];
}

/** Makes confirmations of one address take turns. */
export async function lockAddressOwnership(trx: Trx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(
    trx,
  );
}

export async function confirmAddressRow(trx: Trx, id: string): Promise<void> {
  await sql`update user_addresses set confirmed_at = clock_timestamp(), code_hash = null, code_expires = null
    where id = ${id}`.execute(trx);
}

export async function deleteAddressRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from user_addresses where id = ${id}`.execute(trx);
}

/** Takes a folded address from other users. Returns their ids. */
export async function releaseAddress(
  trx: Trx,
  address: string,
  personId: string,
): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    delete from user_addresses where address = ${address} and ${isConfirmed} and person_id <> ${personId}
    returning person_id as "personId"`.execute(trx);
  return rows.map((row) => row.personId);
}

export type Namesake = {
  id: string;
  /** Another address that they confirmed and nobody signs in with. */
  other: string | null;
  /**
   * True for a user with an account, a password, an identity of a provider, a passkey, a second factor
   * or another confirmed address, whose codes sign them in.
   */
  hasMore: boolean;
};

/**
 * Locks other users whose primary address this is. What they have is read under the lock: an account
 * may be opened at the same time, and deleting its owner would delete the member.
 */
export async function lockNamesakes(
  trx: Trx,
  { email, address }: Pick<AddressRow, 'email' | 'address'>,
  personId: string,
): Promise<Namesake[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select id from auth."user"
    where email = any(${storedForms(email)}::text[]) and id <> ${personId} for update`.execute(trx);
  const ids = locked.map(({ id }) => id);
  const { rows } = await sql<Namesake>`
    select u.id,
      (select a.email from user_addresses a where a.person_id = u.id and a.confirmed_at is not null and a.address <> ${address}
        and not exists (select 1 from auth."user" o where o.email = a.email) order by a.created_at, a.id limit 1) as other,
      exists (select 1 from members m where m.person_id = u.id)
        or exists (select 1 from auth."account" i where i."userId" = u.id)
        or exists (select 1 from auth.passkeys p where p.user_id = u.id)
        or exists (select 1 from user_addresses a where a.person_id = u.id and a.confirmed_at is not null and a.address <> ${address})
        or coalesce(u."twoFactorEnabled", false) as "hasMore"
    from auth."user" u where u.id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}

export async function setPrimaryAddress(
  trx: Trx,
  personId: string,
  email: string,
  now: Date,
): Promise<void> {
  await sql`update auth."user" set email = ${email}, "emailVerified" = true, "updatedAt" = ${now}
    where id = ${personId}`.execute(trx);
}

export async function deleteUser(trx: Trx, personId: string): Promise<void> {
  // Otherwise an invitation could restore what a directory ended.
  await sql`update members set person_id = null where person_id = ${personId} and status = 'deprovisioned'`.execute(
    trx,
  );
  await sql`delete from auth."user" where id = ${personId}`.execute(trx);
}

/** Locks a user who may be deleted: nobody can become a member meanwhile. Returns the primary address. */
export async function lockUserForDeletion(trx: Trx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth."user" where id = ${personId} for update`.execute(trx);
  return rows[0]?.email;
}

/** True for members of an account, also disabled ones. */
export async function isMember(trx: Trx, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where person_id = ${personId} and status <> 'deprovisioned' limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function hasOtherUser(trx: Trx, email: string, personId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth."user"
    where email = any(${storedForms(email)}::text[]) and id <> ${personId}`.execute(trx);
  return rows.length > 0;
}

/**
 * Deletes addresses that were never confirmed, a day after their code expired. A primary one was lost
 * to another user: without its row, it would count as confirmed.
 */
export function deleteUnconfirmedAddresses(trx: Trx, before: Date): Promise<'again' | undefined> {
  const where = sql`confirmed_at is null and code_expires < ${before}
    and not exists (select 1 from auth."user" u where u.id = person_id and u.email = user_addresses.email)`;
  return deleteBatch(trx, { table: 'user_addresses', by: 'code_expires', where });
}
