import { disableUser, enableUser, recordSignInChange } from '../features/members/index.ts';
import {
  accountMailKind,
  createPasswordLink,
  findUserByEmail,
  passwordResetEmail,
  resetLinkLifetimeMs,
} from '../features/people/index.ts';
import { removeLostFactor } from '../features/second-factor/index.ts';
import { queueMails } from '../platform/mail/index.ts';
import { createRefusal } from './command-error.ts';
import { parseEmail } from './parse-id.ts';
import type { CommandService } from './service.ts';

async function requireUser({ db }: CommandService, address: string) {
  const email = parseEmail(address);
  const person = await findUserByEmail(db, email);
  if (!person)
    throw createRefusal(
      `no user has the email address ${email}. List accounts and their owners: insignia accounts list`,
    );
  return person;
}

/** Creates a link to choose a new password, emailed or printed. */
export async function sendPasswordLink(
  service: CommandService,
  address: string,
  printsLink: boolean,
) {
  const { db, clock, urls } = service;
  const { personId, name, email } = await requireUser(service, address);
  const now = clock();
  const expiresAt = new Date(now.getTime() + resetLinkLifetimeMs);
  const link = await createPasswordLink(await service.openAuth(), urls, personId, expiresAt);
  await db.write(async (trx) => {
    await recordSignInChange(trx, personId, 'sendPasswordLink', 'operator', now);
    if (printsLink) return;
    await queueMails(
      trx,
      [{ to: email, email: passwordResetEmail(name, link), kind: accountMailKind }],
      now,
    );
  });
  return { email, ...(printsLink ? { link } : {}) };
}

export async function disableUserByEmail(service: CommandService, address: string) {
  const { personId, email } = await requireUser(service, address);
  const accounts = await disableUser(service, personId);
  if (accounts === 0)
    throw createRefusal(
      `${email} is already disabled, or belongs to no account. Their sessions ended, but recipients can sign in again`,
    );
  return { email, accounts, disabled: true };
}

export async function enableUserByEmail(service: CommandService, address: string) {
  const { personId, email } = await requireUser(service, address);
  const accounts = await enableUser(service, personId);
  if (accounts === 0) throw createRefusal(`${email} isn't disabled`);
  return { email, accounts, disabled: false };
}

/** For users who lost their authenticator app and their recovery codes. */
export async function removeFactorByEmail(service: CommandService, address: string) {
  const { personId, email } = await requireUser(service, address);
  if (!(await removeLostFactor(service, personId)))
    throw createRefusal(`${email} has no second factor`);
  return { email, removed: true };
}
