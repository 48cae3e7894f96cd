import { type Language, MAX_ADDRESSES } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { normalizeMailbox, readDigits } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { equalBytes, hmac } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import {
  type AddressRow,
  confirmAddressRow,
  countAddressTry,
  deleteAddressRow,
  deleteUser,
  findAddressOwner,
  findConfirmedAddresses,
  findOwnerId,
  hasOtherUser,
  insertAddress,
  isMember,
  listAddressRows,
  lockAddress,
  lockAddressOwnership,
  lockNamesakes,
  lockUser,
  lockUserForDeletion,
  releaseAddress,
  setAddressCode,
  setPrimaryAddress,
} from './address-store.ts';
import { createCode } from './auth.ts';
import { voidSignInCodes } from './email-code.ts';
import { accountMailKind } from './emails.ts';
import {
  canSendCode,
  codeClientLimit,
  codeTriesLimit,
  countWrongCode,
  needsLongCodes,
} from './rate-limits.ts';
import { emailCodeLifetimeMs, isLongCode, isOwnerInPerson, MAX_CODE_TRIES } from './rules.ts';
import { deletePasswordLinks, endOtherAccess } from './session-store.ts';
import { findUserIdByEmail, isAnyDisabled, isDisabled } from './store.ts';
import {
  addressAddedEmail,
  addressCodeEmail,
  addressMovedEmail,
  primaryChangedEmail,
} from './texts/addresses.ts';

export type AddressDeps = {
  db: Database;
  clock: Clock;
  throttle: Throttle;
  /** Keys that hash the codes: six digits would be found from a plain hash. */
  addressKeys: PurposeKeys;
  /** Gives what a user made to another user. */
  moveBelongings: (trx: Trx, from: string, to: string) => Promise<void>;
};

/** The user who manages their addresses, and the request that they sent. */
export type AddressUser = { personId: string; client: string; language: Language };

export type Address = { addressId: string; email: string; confirmed: boolean; primary: boolean };

/** Codes to all addresses that one user adds. */
const userLimit: RateLimit = { name: 'address-codes-user', points: 30, seconds: 3_600 };

/**
 * The user's folded addresses. Credentials of these are theirs. The primary address counts unless
 * another user confirmed it later, even if that user has removed it since.
 */
export async function findOwnAddresses(db: Database | Trx, personId: string): Promise<string[]> {
  const found = await findConfirmedAddresses(db, personId);
  if (!found) return [];
  const { email, addresses, unconfirmed } = found;
  const primary = toAddressKey(email);
  if ([...addresses, ...unconfirmed].includes(primary)) return addresses;
  const owner = await findAddressOwner(db, primary);
  // Another request of this user may have created the row meanwhile.
  if (owner && owner.personId !== personId) return addresses;
  return [primary, ...addresses];
}

/** The user who confirmed an address last, or else the one who signs in with it. */
export async function findUserByAddress(
  db: Database | Trx,
  typed: string,
): Promise<string | undefined> {
  const email = typed.toLowerCase();
  const owner = await findAddressOwner(db, toAddressKey(email));
  return owner?.personId ?? findUserIdByEmail(db, email);
}

/** The address that an account's owner signed up with. Undefined if they lost or removed it since. */
export async function findAccountAddress(
  db: Database | Trx,
  { accountId, accountEmail }: Pick<Caller, 'accountId' | 'accountEmail'>,
): Promise<string | undefined> {
  const personId = await findOwnerId(db, accountId);
  const own = personId === undefined ? [] : await findOwnAddresses(db, personId);
  return own.includes(toAddressKey(accountEmail)) ? accountEmail : undefined;
}

/**
 * The folded addresses that prove an account's owner in a request. Others than the account's count only
 * for the owner in person, because the team would learn them.
 */
export async function findOwnerAddresses(db: Database | Trx, who: Caller): Promise<string[]> {
  if (isOwnerInPerson(who)) return findOwnAddresses(db, who.personId);
  const email = await findAccountAddress(db, who);
  return email === undefined ? [] : [toAddressKey(email)];
}

export async function listAddresses(
  { db, clock }: Pick<AddressDeps, 'db' | 'clock'>,
  personId: string,
): Promise<Address[]> {
  const { email, rows } = await db.write((trx) => lockAddresses(trx, personId, clock()));
  const primary = toAddressKey(email);
  const items = rows.map((row) => toAddress(row, primary));
  return [...items.filter((each) => each.primary), ...items.filter((each) => !each.primary)];
}

const toAddress = ({ id, email, address, confirmedAt }: AddressRow, primary: string): Address => ({
  ...{ addressId: id, email, confirmed: confirmedAt !== null, primary: address === primary },
});

/** Locks the user. The primary address gets its row here, because signing in creates none. */
async function lockAddresses(
  trx: Trx,
  personId: string,
  now: Date,
): Promise<{ email: string; rows: AddressRow[] }> {
  const email = await lockUser(trx, personId);
  if (email === undefined) throw new Problem('invalid_credentials');
  const rows = await listAddressRows(trx, personId);
  const address = toAddressKey(email);
  if (rows.some((row) => row.address === address)) return { email, rows };
  await lockAddressOwnership(trx, address);
  const confirmedAt = (await findAddressOwner(trx, address)) ? null : now;
  const primary = { id: newId(), email, address, confirmedAt };
  await insertAddress(trx, personId, primary, null);
  return { email, rows: [primary, ...rows] };
}

/**
 * Emails a code to the address. The response is the same for every address that isn't the user's
 * own.
 */
export async function addAddress(
  { db, clock, throttle, addressKeys }: AddressDeps,
  typed: string,
  { personId, client, language }: AddressUser,
): Promise<Address> {
  const email = typed.toLowerCase();
  const address = toAddressKey(email);
  await throttle.take(codeClientLimit, client);
  await throttle.take(userLimit, personId);
  const mailbox = normalizeMailbox(address);
  const maySend = await canSendCode(throttle, 'address', { mailbox, client });
  const isLong = await needsLongCodes(throttle, mailbox);
  return db.write(async (trx) => {
    const now = clock();
    const { email: primary, rows } = await lockAddresses(trx, personId, now);
    const known = rows.find((row) => row.address === address);
    if (known?.confirmedAt) throw new Problem('address_exists');
    if (!known && rows.length >= MAX_ADDRESSES) throw new Problem('address_limit_reached');
    const row = known ?? { id: newId(), email, address, confirmedAt: null };
    const expires = new Date(now.getTime() + emailCodeLifetimeMs);
    // Also without a code: rows that nobody confirms are deleted by this time.
    if (!known) await insertAddress(trx, personId, row, expires);
    if (maySend) {
      const code = createCode(isLong);
      const hash = hmac(addressKeys.current(), `${row.id} ${code}`);
      await setAddressCode(trx, row.id, { hash, expires });
      await send(trx, row.email, addressCodeEmail(code, language), now);
    }
    return toAddress(row, toAddressKey(primary));
  });
}

/** A wrong code is counted, so that transaction commits. */
export async function confirmAddress(
  { db, clock, throttle, addressKeys, moveBelongings }: AddressDeps,
  addressId: string,
  code: string,
  { personId, client, language }: AddressUser,
): Promise<Address> {
  await throttle.take(codeTriesLimit, client);
  const rows = await listAddressRows(db, personId);
  const mailbox = normalizeMailbox(rows.find(({ id }) => id === addressId)?.address ?? '');
  if (!isLongCode(code) && (await needsLongCodes(throttle, mailbox)))
    throw new Problem('invalid_email_code');
  const run = () =>
    db.write(async (trx) => {
      const now = clock();
      const { email: primary } = await lockAddresses(trx, personId, now);
      const row = await lockAddress(trx, personId, addressId);
      if (!row) throw new Problem('address_not_found');
      const { codeHash, codeExpires, tries } = row;
      if (!codeHash || !codeExpires || codeExpires < now || tries >= MAX_CODE_TRIES)
        return undefined;
      const hashes = addressKeys.all().map((key) => hmac(key, `${row.id} ${readDigits(code)}`));
      if (!hashes.some((hash) => equalBytes(hash, codeHash))) {
        await countAddressTry(trx, row.id);
        return undefined;
      }
      await takeAddress(trx, row, personId, { now, language, moveBelongings });
      const to = await findReadAddress(trx, personId, primary);
      await send(trx, to ?? row.email, addressAddedEmail(row.email, language), now);
      return toAddress({ ...row, confirmedAt: now }, toAddressKey(primary));
    });
  const result = await run().catch((error: unknown) => {
    // Someone signed up with the address that a loser would have got.
    if (sqlState(error) === '23505') return run();
    throw error;
  });
  if (!result) {
    await countWrongCode(throttle, mailbox);
    throw new Problem('invalid_email_code');
  }
  return result;
}

type Taking = Pick<AddressDeps, 'moveBelongings'> & { now: Date; language: Language };

/** The later proof wins. */
async function takeAddress(
  trx: Trx,
  row: AddressRow,
  personId: string,
  { now, language, moveBelongings }: Taking,
): Promise<void> {
  await lockAddressOwnership(trx, row.address);
  const losers = new Set(await releaseAddress(trx, row.address, personId));
  const namesakes = await lockNamesakes(trx, row, personId);
  // With an address of theirs, someone whom the operator disabled would see the credentials again.
  if (await isAnyDisabled(trx, [...losers, ...namesakes.map(({ id }) => id)]))
    throw new Problem('invalid_email_code');
  for (const { id, other, hasMore } of namesakes) {
    losers.add(id);
    if (other) await replacePrimaryAddress(trx, id, { lost: row.address, other, now });
    // Nobody could sign in as this user again: codes for the address open the session of its owner.
    // The mailbox alone doesn't give what a second factor protects.
    else if (!hasMore) {
      await moveBelongings(trx, id, personId);
      await deleteUser(trx, id);
    }
  }
  await confirmAddressRow(trx, row.id);
  for (const id of losers) {
    const email = await lockUser(trx, id);
    if (email === undefined) continue;
    await voidSignInCodes(trx, email, row.address);
    // The row remembers that they lost it.
    if (toAddressKey(email) === row.address) await lockAddresses(trx, id, now);
    const to = await findReadAddress(trx, id, email);
    await send(trx, to ?? row.email, addressMovedEmail(row.email, language), now);
  }
}

/**
 * Where a user reads about changes: the primary address, unless somebody else has confirmed it and would
 * learn of the others.
 */
export async function findReadAddress(
  trx: Trx,
  personId: string,
  primary: string,
): Promise<string | undefined> {
  if ((await findOwnAddresses(trx, personId)).includes(toAddressKey(primary))) return primary;
  const rows = await listAddressRows(trx, personId);
  return rows.find(({ confirmedAt }) => confirmedAt)?.email;
}

/** Codes are stored under the primary address, which may become another user's. */
async function replacePrimaryAddress(
  trx: Trx,
  personId: string,
  { lost, other, now }: { lost: string; other: string; now: Date },
): Promise<void> {
  const email = await lockUser(trx, personId);
  if (email !== undefined) await voidSignInCodes(trx, email, lost);
  await setPrimaryAddress(trx, personId, other, now);
  await deletePasswordLinks(trx, personId);
}

export async function makePrimary(
  { db, clock }: AddressDeps,
  addressId: string,
  { personId, language }: AddressUser,
): Promise<Address> {
  const change = db.write(async (trx) => {
    const now = clock();
    const { email: before } = await lockAddresses(trx, personId, now);
    const row = await lockAddress(trx, personId, addressId);
    if (!row) throw new Problem('address_not_found');
    if (!row.confirmedAt) throw new Problem('address_not_confirmed');
    if (row.address !== toAddressKey(before)) {
      if (await hasOtherUser(trx, row.email, personId)) throw new Problem('address_in_use');
      await voidSignInCodes(trx, before, row.address);
      await voidSignInCodes(trx, row.email, row.address);
      const to = (await findReadAddress(trx, personId, before)) ?? row.email;
      await setPrimaryAddress(trx, personId, row.email, now);
      await deletePasswordLinks(trx, personId);
      await send(trx, to, primaryChangedEmail(row.email, language), now);
    }
    return toAddress(row, row.address);
  });
  return change.catch((error: unknown) => {
    // Someone signed up with the address at the same time.
    throw sqlState(error) === '23505' ? new Problem('address_in_use') : error;
  });
}

/**
 * The credentials of the address leave the user's list at once, because ownership is computed. Other
 * sessions and connected apps end, because a code sent to this address may have opened them.
 */
export async function removeAddress(
  { db, clock }: AddressDeps,
  addressId: string,
  { personId, sessionId }: Pick<User, 'personId' | 'sessionId'>,
): Promise<void> {
  await db.write(async (trx) => {
    const { email } = await lockAddresses(trx, personId, clock());
    const row = await lockAddress(trx, personId, addressId);
    if (!row) throw new Problem('address_not_found');
    if (row.address === toAddressKey(email)) throw new Problem('address_is_primary');
    await voidSignInCodes(trx, email, row.address);
    await deleteAddressRow(trx, row.id);
    if (row.confirmedAt) await endOtherAccess(trx, personId, sessionId);
  });
}

/** Returns the addresses that were theirs: as typed, and the keys of those that are nobody else's now. */
export async function deleteUserWithoutAccount(
  trx: Trx,
  personId: string,
): Promise<{ emails: string[]; keys: string[] }> {
  const primary = await lockUserForDeletion(trx, personId);
  if (primary === undefined || (await isDisabled(trx, personId)))
    throw new Problem('invalid_credentials');
  if (await isMember(trx, personId)) throw new Problem('has_account');
  const rows = await listAddressRows(trx, personId);
  const own = await findOwnAddresses(trx, personId);
  await deleteUser(trx, personId);
  const confirmed = rows.filter(({ confirmedAt }) => confirmedAt !== null);
  const emails = [...new Set([primary, ...confirmed.map(({ email }) => email)])];
  // Deleting waited for users who were confirming one of them.
  const keys: string[] = [];
  for (const key of own) if (!(await findAddressOwner(trx, key))) keys.push(key);
  return { emails, keys };
}

async function send(trx: Trx, to: string, email: EmailContent, now: Date): Promise<void> {
  await queueMails(trx, [{ to, email, kind: accountMailKind }], now);
}
