import { noLimit, type Plan, plans, type Role } from '@insignia/contract';
import { revokeKeyAsOperator, selectApiKeys } from '../features/access/index.ts';
import {
  accountsPage,
  changeAccountPlan as change,
  findAccount,
  type ListedAccount,
  startAccountDeletion,
  withCurrentPeriod,
} from '../features/accounts/index.ts';
import { createAccountForOwner as create, invite } from '../features/members/index.ts';
import {
  accountMailKind,
  createPasswordLink,
  findUserByEmail,
  findUsersOfAddress,
  isAnyDisabled,
  welcomeEmail,
  welcomeLinkLifetimeMs,
} from '../features/people/index.ts';
import { isAccountMoving } from '../features/transfers/index.ts';
import { queueMails } from '../platform/mail/index.ts';
import { createRefusal } from './command-error.ts';
import { parseEmail, parseId, parseName } from './parse-id.ts';
import type { CommandService } from './service.ts';

const pageSize = 500;

export async function listAccounts({ db, clock }: CommandService): Promise<ListedAccount[]> {
  const all: ListedAccount[] = [];
  for (;;) {
    const page = await accountsPage(db, all.at(-1)?.accountId, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all.map((account) => withCurrentPeriod(clock(), account));
  }
}

export async function showAccount(
  { db, clock }: CommandService,
  text: string,
): Promise<ListedAccount> {
  const found = await findAccount(db, parseId(text, 'an account'));
  if (!found)
    throw createRefusal(`account ${text} not found. List accounts: insignia accounts list`);
  return withCurrentPeriod(clock(), found);
}

type NewAccount = {
  owner: string;
  /** The owner's name. */
  name: string | undefined;
  accountName: string | undefined;
  plan: string | undefined;
  /** Prints the link for the operator instead of emailing it. */
  printsLink: boolean;
};

export async function createAccount(service: CommandService, input: NewAccount) {
  const { db, clock, urls, config } = service;
  const email = parseEmail(input.owner);
  const name = parseName(input.name ?? email.split('@')[0] ?? '', 'the name');
  const accountName = parseName(input.accountName ?? name, 'the name of the account');
  const plan = parsePlan(input.plan ?? config.defaultPlan);
  const auth = await service.openAuth();
  let link = '';
  const created = await create(
    service,
    { email, name, accountName, plan },
    async (trx, { personId }) => {
      const now = clock();
      const expiresAt = new Date(now.getTime() + welcomeLinkLifetimeMs);
      link = await createPasswordLink(auth, urls, personId, expiresAt);
      if (input.printsLink) return;
      const welcome = welcomeEmail(name, urls.base, link);
      await queueMails(trx, [{ to: email, email: welcome, kind: accountMailKind }], now);
    },
  );
  if (!created) {
    const person = await findUserByEmail(db, email);
    const users = await findUsersOfAddress(db, email);
    const ids = users.map(({ personId }) => personId);
    if (await isAnyDisabled(db, ids))
      throw createRefusal(`${email} is disabled. Enable the user: insignia people enable ${email}`);
    throw createRefusal(
      `${person?.email ?? email} already has an account. List accounts: insignia accounts list`,
    );
  }
  return { accountId: created.accountId, email, plan, ...(input.printsLink ? { link } : {}) };
}

export async function changePlan(service: CommandService, text: string, planName: string) {
  const plan = parsePlan(planName);
  const { accountId, plan: before } = await showAccount(service, text);
  if (!(await change(service, accountId, plan))) throw createRefusal(`account ${text} not found`);
  const { credentials } = plans[plan];
  return { accountId, before, plan, credentials: credentials === noLimit ? null : credentials };
}

/** Invites a user to an existing account on the owner's behalf. */
export async function inviteToAccount(
  service: CommandService,
  text: string,
  address: string,
  role: string,
) {
  const { db, config, urls } = service;
  const { accountId, plan, owner } = await showAccount(service, text);
  // The account of a closed issuer. A member could issue again.
  if (!owner)
    throw createRefusal(`the account ${accountId} has no owner, so it can't have members`);
  const email = parseEmail(address);
  const parsedRole = parseRole(role);
  if (config.signUp === 'closed' && !(await findUserByEmail(db, email)))
    throw createRefusal(
      `SIGN_UP is closed and ${email} has no user yet. Run insignia accounts create --owner ${email}, then invite them`,
    );
  const { answer } = await invite(
    // The operator is exempt from limits against strangers.
    { ...service, takeStranger: async () => {} },
    { accountId, plan, accountEmail: owner ?? '', byOperator: true },
    { email, role: parsedRole },
    undefined,
  );
  return { ...answer, email, role: parsedRole, link: urls.acceptInvitation(answer.inviteId) };
}

/**
 * Blocks sign-in immediately and deletes the data in the background, as if the owner had deleted the
 * account.
 */
export async function deleteAccount(service: CommandService, text: string) {
  const { db, clock, announce } = service;
  const { accountId, personId, owner } = await showAccount(service, text);
  // The account of a closed issuer has no owner.
  const leaver = { accountId, personId: personId ?? nobody, email: owner ?? '' };
  await startAccountDeletion(db, clock, leaver, isAccountMoving);
  await announce('*');
  return { accountId, deleted: true };
}

/** Matches no user. */
const nobody = '00000000-0000-0000-0000-000000000000';

function parsePlan(text: string): Plan {
  const names = Object.keys(plans) as Plan[];
  const plan = names.find((name) => name === text);
  if (!plan) throw createRefusal(`plan ${text} not found. Use one of ${names.join(', ')}`);
  return plan;
}

const invitableRoles = ['admin', 'editor', 'viewer'] as const satisfies readonly Role[];

function parseRole(text: string): (typeof invitableRoles)[number] {
  const role = invitableRoles.find((name) => name === text);
  if (!role)
    throw createRefusal(`role ${text} can't be invited. Use one of ${invitableRoles.join(', ')}`);
  return role;
}

export async function listAccountKeys(service: CommandService, account: string) {
  const { accountId } = await showAccount(service, account);
  return selectApiKeys(service.db, accountId, undefined);
}

export async function revokeKeyById(service: CommandService, text: string) {
  const keyId = parseId(text, 'a key');
  if (!(await revokeKeyAsOperator(service, keyId))) throw createRefusal(`key ${text} not found`);
  return { keyId, revoked: true };
}
