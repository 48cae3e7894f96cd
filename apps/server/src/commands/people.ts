import { disableUser, enableUser, recordSignInChange } from '../features/members/index.ts';
import {
  accountMailKind,
  createPasswordLink,
  findUsersOfAddress,
  isDisabled,
  passwordResetEmail,
  resetLinkLifetimeMs,
} from '../features/people/index.ts';
import { removeLostFactor } from '../features/second-factor/index.ts';
import { queueMails } from '../platform/mail/index.ts';
import { createRefusal } from './command-error.ts';
import { parseEmail } from './parse-id.ts';
import type { CommandService } from './service.ts';

const createNoUserRefusal = (email: string) =>
  createRefusal(
    `no user has the email address ${email}. List accounts and their owners: insignia accounts list`,
  );

async function requireUsers({ db }: CommandService, address: string) {
  const typed = parseEmail(address);
  const [only, ...others] = await findUsersOfAddress(db, typed);
  if (!only) throw createNoUserRefusal(typed);
  return { typed, only, others };
}

/** The user of an address. Refuses two: what is right for one may give the other away. */
async function requireUser(service: CommandService, address: string) {
  const { typed, only, others } = await requireUsers(service, address);
  if (others.length === 0) return only;
  const primaries = [only, ...others].map(({ email }) => email).join(' and ');
  throw createRefusal(
    `two users sign in with ${typed}: their primary addresses are ${primaries}. Use an address that only one of them has`,
  );
}

/**
 * Applies a change to all users whom an address signs in: two, if one confirmed the primary address of the
 * other. Undefined if it changed none. Otherwise, the counts are sums.
 */
async function changeUsersOfAddress(
  service: CommandService,
  address: string,
  change: typeof disableUser,
) {
  const { typed, only, others } = await requireUsers(service, address);
  const email = others.length === 0 ? only.email : typed;
  const sum = { users: 0, accounts: 0, sessions: 0, apps: 0 };
  for (const { personId } of [only, ...others]) {
    const changed = await change(service, personId);
    if (!changed) continue;
    sum.users += 1;
    for (const each of ['accounts', 'sessions', 'apps'] as const) sum[each] += changed[each];
  }
  return { email, ...(sum.users > 0 && { counts: sum }) };
}

/** Creates a link to choose a new password, emailed or printed. */
export async function sendPasswordLink(
  service: CommandService,
  address: string,
  printsLink: boolean,
) {
  const { db, clock, urls } = service;
  const { personId, name, email } = await requireUser(service, address);
  if (await isDisabled(db, personId))
    throw createRefusal(`${email} is disabled. Enable the user: insignia people enable ${email}`);
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
  const { email, counts } = await changeUsersOfAddress(service, address, disableUser);
  if (!counts) throw createRefusal(`${email} is already disabled`);
  return { email, ...counts, disabled: true };
}

export async function enableUserByEmail(service: CommandService, address: string) {
  const { email, counts } = await changeUsersOfAddress(service, address, enableUser);
  if (!counts) throw createRefusal(`${email} isn't disabled`);
  return { email, users: counts.users, accounts: counts.accounts, disabled: false };
}

/** For users who lost their authenticator app and their recovery codes. */
export async function removeFactorByEmail(service: CommandService, address: string) {
  const { personId, email } = await requireUser(service, address);
  if (!(await removeLostFactor(service, personId)))
    throw createRefusal(`${email} has no second factor`);
  return { email, removed: true };
}
