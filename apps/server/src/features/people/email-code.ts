import type { emailCode, emailConfirmation, Language } from '@insignia/contract';
import type { z } from 'zod';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { normalizeMailbox, readDigits } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { queueMailIf } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import { decrypt, encrypt } from '../../platform/secrets/secrets.ts';
import { toAlias, toCodeAlias, toLinkAlias } from './address-alias.ts';
import { findAddressOwner, listUserAddresses } from './address-store.ts';
import type { Auth } from './auth.ts';
import { accountMailKind } from './emails.ts';
import {
  canSendCode,
  codeClientLimit,
  codeTriesLimit,
  countWrongCode,
  needsLongCodes,
} from './rate-limits.ts';
import { emailLinkLifetimeMs, isLongCode, longCodeHeader } from './rules.ts';
import { addOpenSso, readSession, unwrapCause } from './session.ts';
import { deleteVerifications, endNewAccess } from './session-store.ts';
import { countSignIn, type SignInResult } from './sign-in.ts';
import { blockAddressChanges, findUserByEmail } from './store.ts';
import { emailCodeEmail } from './texts.ts';

export type EmailCodeDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  auth: Auth;
  throttle: Throttle;
  /** Keys that encrypt links. */
  linkKeys: PurposeKeys;
};

export const codesRequestedTotal = 'insignia_sign_in_codes_requested_total';
export const codesWrongTotal = 'insignia_sign_in_codes_wrong_total';

const toMailbox = (email: string): string => normalizeMailbox(toAddressKey(email.toLowerCase()));

type Visitor = { client: string; language: Language };

/** better-auth's name for the code of an alias. */
const nameCode = (alias: string): string => `sign-in-otp-${alias}`;

/** Emails a code and a link. They void the earlier ones to this address. The same for every address. */
export async function sendEmailCode(
  { db, clock, urls, auth, throttle, linkKeys }: EmailCodeDeps,
  typed: string,
  { client, language }: Visitor,
): Promise<void> {
  await throttle.take(codeClientLimit, client);
  const mailbox = toMailbox(typed);
  const reader = await nameReader(db, toAddressKey(typed.toLowerCase()));
  const maySend = await canSendCode(throttle, 'signIn', { mailbox, reader, client });
  db.figures.add(codesRequestedTotal);
  // Above a limit that the client must not notice, the same happens for an address that nobody has.
  const email = maySend ? typed.toLowerCase() : `${newId()}@nobody.invalid`;
  const primary = await findSignInAddress(db, email);
  const isLong = await needsLongCodes(throttle, maySend ? toMailbox(primary) : mailbox);
  const { internalAdapter } = await auth.$context;
  const create = async (alias: string, isLong: boolean): Promise<string> => {
    await internalAdapter.deleteVerificationByIdentifier(nameCode(alias));
    const headers = new Headers(isLong ? { [longCodeHeader]: '1' } : {});
    const body = { email: alias, type: 'sign-in' as const };
    return auth.api.createVerificationOTP({ body, headers });
  };
  const address = toAddressKey(email);
  const code = await create(toCodeAlias(primary, address), isLong);
  // The link has a code of its own, which nobody can try without our key. So wrong codes don't void it.
  const linkAlias = toLinkAlias(primary, address);
  const linkCode = await create(linkAlias, true);
  const expiresAt = new Date(Date.now() + emailLinkLifetimeMs);
  await internalAdapter.updateVerificationByIdentifier(nameCode(linkAlias), { expiresAt });
  const token = encrypt(linkKeys.current(), JSON.stringify([email, linkCode])).toString(
    'base64url',
  );
  const content = emailCodeEmail(code, urls.confirmMySignIn(token), language);
  await db.write(async (trx) => {
    await blockAddressChanges(trx, primary);
    // The address went to another user meanwhile, after the codes of its earlier user were deleted.
    if ((await findSignInAddress(trx, email)) !== primary)
      return voidSignInCodes(trx, primary, address);
    const mail = { to: email, email: content, kind: accountMailKind };
    await queueMailIf(trx, maySend, mail, clock());
  });
}

/** Voids all codes and links of a user. `also` is an address that may no longer be theirs. */
export async function voidSignInCodes(trx: Trx, primary: string, also: string): Promise<void> {
  const addresses = [toAddressKey(primary), also, ...(await listUserAddresses(trx, primary))];
  const aliases = [toCodeAlias, toLinkAlias].flatMap((toOne) =>
    addresses.map((address) => toOne(primary, address)),
  );
  // better-auth hashes the names of what it stores.
  const names = [toAlias(primary), ...aliases].map((alias) =>
    sha256(nameCode(alias)).toString('base64url'),
  );
  await deleteVerifications(trx, names);
}

/**
 * Addresses that differ in a plus tag reach one mailbox. All tags that no user has share a limit, so that
 * requests for them neither fill the mailbox nor stop the codes of an address that is in use.
 */
async function nameReader(db: Database, address: string): Promise<string> {
  const mailbox = normalizeMailbox(address);
  if (address === mailbox) return mailbox;
  const user = await findUserByEmail(db, await findSignInAddress(db, address));
  return user ? address : `${mailbox} tagged`;
}

type Confirmation = z.output<typeof emailConfirmation>;

/** The primary address of the user who confirmed this one, for better-auth knows no other. */
async function findSignInAddress(db: Database | Trx, email: string): Promise<string> {
  const owner = await findAddressOwner(db, toAddressKey(email));
  return owner?.email ?? email;
}

/** Starts a session, or the second step of it. A new address gets a user, but no account. */
export async function confirmEmailCode(
  { db, auth, throttle, linkKeys }: EmailCodeDeps,
  input: Confirmation,
  headers: Headers,
  client: string,
): Promise<SignInResult> {
  await throttle.take(codeTriesLimit, client);
  const refuse = (): Problem => {
    db.figures.add(codesWrongTotal);
    countSignIn(db, 'emailCode', 'refused');
    return new Problem('invalid_email_code');
  };
  const isTyped = !('token' in input);
  const entered = isTyped ? input : openLink(linkKeys, input.token);
  if (!entered) throw refuse();
  const address = toAddressKey(entered.email.toLowerCase());
  const email = await findSignInAddress(db, entered.email.toLowerCase());
  // Wrong codes for all addresses of a user count together.
  const mailbox = toMailbox(email);
  const isTooShort =
    isTyped && !isLongCode(entered.code) && (await needsLongCodes(throttle, mailbox));
  // Links of releases before contain the code that people type.
  const isLink = !isTyped && isLongCode(entered.code);
  const alias = isLink ? toLinkAlias(email, address) : toCodeAlias(email, address);
  await addOpenSso(auth, headers);
  const { headers: cookies, response } = await auth.api
    .signInEmailOTP({
      // A quick refusal would show that an address has the same user as one that was tried too often.
      body: { email: alias, otp: isTooShort ? '' : readDigits(entered.code) },
      headers,
      returnHeaders: true,
    })
    .catch(async (error: { statusCode?: number }) => {
      const cause = unwrapCause(error);
      // 23505: a sign-up of this address was confirmed at the same time.
      if (error.statusCode !== 400 && error.statusCode !== 403 && sqlState(cause) !== '23505')
        throw cause;
      if (isTyped) await countWrongCode(throttle, mailbox);
      throw refuse();
    });
  const isOwn = await db.write(async (trx) => {
    await blockAddressChanges(trx, email);
    await voidSignInCodes(trx, email, address);
    if ((await findSignInAddress(trx, entered.email.toLowerCase())) === email) return true;
    // The address left its user meanwhile, whose sessions had ended before this one began.
    await endNewAccess(trx, email, response.user ? response.token : undefined);
    return false;
  });
  if (!isOwn) throw refuse();
  countSignIn(db, 'emailCode', response.user ? 'succeeded' : 'continued');
  if (!response.user) return { headers: cookies };
  const { id, name } = response.user;
  return { headers: cookies, user: { id, name, email } };
}

export type SignInLink = {
  email: string;
  /** Another user, whose session the link would replace. */
  current?: { personId: string; email: string };
};

/** Reads a link without using it. Undefined if it isn't one of ours. */
export async function readLink(
  { db, auth, linkKeys }: EmailCodeDeps,
  token: string,
  headers: Headers,
): Promise<SignInLink | undefined> {
  const email = openLink(linkKeys, token)?.email;
  if (email === undefined) return undefined;
  const open = await readSession(auth, headers);
  if (!open) return { email };
  const user = await findUserByEmail(db, await findSignInAddress(db, email));
  const { id: personId, email: address } = open.user;
  return user?.personId === personId ? { email } : { email, current: { personId, email: address } };
}

function openLink(keys: PurposeKeys, token: string): z.output<typeof emailCode> | undefined {
  const sealed = Buffer.from(token, 'base64url');
  const opened = keys
    .all()
    .map((key) => decrypt(key, sealed))
    .find((text) => text !== undefined);
  if (opened === undefined) return undefined;
  const [email, code] = JSON.parse(opened) as [string, string];
  return { email, code };
}
