import type { emailCode, emailConfirmation, Language } from '@insignia/contract';
import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { normalizeMailbox } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { queueMailIf } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import { decrypt, encrypt } from '../../platform/secrets/sealer.ts';
import { toAlias } from './address-alias.ts';
import { findAddressOwner } from './address-store.ts';
import type { Auth } from './auth.ts';
import { accountMailKind } from './emails.ts';
import { canSendCode, codeClientLimit, codeTriesLimit } from './rate-limits.ts';
import { toAddressKey } from './rules.ts';
import { addOpenSso, readSession, unwrapCause } from './session.ts';
import { deleteVerification } from './session-store.ts';
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

type Visitor = { client: string; language: Language };

/** Emails a code and a link, which voids earlier ones. The same for every address. */
export async function sendEmailCode(
  { db, clock, urls, auth, throttle, linkKeys }: EmailCodeDeps,
  typed: string,
  { client, language }: Visitor,
): Promise<void> {
  await throttle.take(codeClientLimit, client);
  const mailbox = normalizeMailbox(toAddressKey(typed.toLowerCase()));
  const maySend = await canSendCode(throttle, mailbox, client);
  db.figures.add(codesRequestedTotal);
  // Above a limit that the client must not notice, the same happens for an address that nobody has.
  const email = maySend ? typed.toLowerCase() : `${newId()}@nobody.invalid`;
  const primary = await findSignInAddress(db, email);
  const alias = toAlias(primary);
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteVerificationByIdentifier(`sign-in-otp-${alias}`);
  const code = await auth.api.createVerificationOTP({ body: { email: alias, type: 'sign-in' } });
  // The link contains the code, so both work once, and neither outlives the other.
  const token = encrypt(linkKeys.present(), JSON.stringify([email, code])).toString('base64url');
  const content = emailCodeEmail(code, urls.confirmMySignIn(token), language);
  await db.write(async (trx) => {
    await blockAddressChanges(trx, primary);
    // The address went to another user meanwhile, after the codes of its earlier user were deleted.
    if ((await findSignInAddress(trx, email)) !== primary) return voidSignInCodes(trx, primary);
    const mail = { to: email, email: content, kind: accountMailKind };
    await queueMailIf(trx, maySend, mail, clock());
  });
}

/**
 * A code may have been emailed to an address that is no longer the user's. Codes belong to the
 * primary address, whichever address they were sent to.
 */
export async function voidSignInCodes(trx: Trx, primary: string): Promise<void> {
  // better-auth hashes the names of what it stores.
  await deleteVerification(trx, sha256(`sign-in-otp-${toAlias(primary)}`).toString('base64url'));
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
  const entered = 'token' in input ? openLink(linkKeys, input.token) : input;
  if (!entered) throw refuse();
  const email = await findSignInAddress(db, entered.email.toLowerCase());
  await addOpenSso(auth, headers);
  const { headers: cookies, response } = await auth.api
    .signInEmailOTP({
      body: { email: toAlias(email), otp: readDigits(entered.code) },
      headers,
      returnHeaders: true,
    })
    .catch((error: { statusCode?: number }) => {
      const cause = unwrapCause(error);
      // 23505: a sign-up of this address was confirmed at the same time.
      if (error.statusCode === 400 || error.statusCode === 403 || sqlState(cause) === '23505')
        throw refuse();
      throw cause;
    });
  countSignIn(db, 'emailCode', response.user ? 'succeeded' : 'continued');
  if (!response.user) return { headers: cookies };
  const { id, name } = response.user;
  return { headers: cookies, user: { id, name, email } };
}

export type SignInLink = {
  email: string;
  /** The address of another user, whose session the link would replace. */
  current?: string;
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
  return user?.personId === open.user.id ? { email } : { email, current: open.user.email };
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

/** People may type spaces or hyphens between digits. */
export const readDigits = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');
