import { noLimit, type Plan, plans, type Role } from '@insignia/contract';
import {
  accountsPage,
  asOf,
  changePlan as change,
  findAccount,
  type ListedAccount,
  leave,
  limitsOf,
} from '../features/accounts/index.ts';
import { createAccount as create, invite } from '../features/members/index.ts';
import {
  accountMail,
  makePasswordLink,
  personByEmail,
  welcomeLetter,
  welcomeLivesMs,
} from '../features/people/index.ts';
import { post } from '../platform/mail/index.ts';
import { refused } from './fault.ts';
import { idOf } from './ids.ts';
import { emailOf, lineOf } from './read.ts';
import type { Service } from './service.ts';

const pageSize = 500;

export async function listAccounts({ db, clock }: Service): Promise<ListedAccount[]> {
  const all: ListedAccount[] = [];
  for (;;) {
    const page = await accountsPage(db, all.at(-1)?.accountId, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all.map((account) => asOf(clock(), account));
  }
}

export async function showAccount({ db, clock }: Service, text: string): Promise<ListedAccount> {
  const found = await findAccount(db, idOf(text, 'an account'));
  if (!found) throw refused(`there is no account ${text}: insignia accounts list`);
  return asOf(clock(), found);
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

export async function createAccount(service: Service, input: NewAccount) {
  const { db, clock, urls, config } = service;
  const email = emailOf(input.owner);
  const name = lineOf(input.name ?? email.split('@')[0] ?? '', 'the name');
  const accountName = lineOf(input.accountName ?? name, 'the name of the account');
  const plan = planOf(input.plan ?? config.defaultPlan);
  const auth = await service.openAuth();
  let link = '';
  const made = await create(
    service,
    { email, name, accountName, plan },
    async (trx, { personId }) => {
      const now = clock();
      const expiresAt = new Date(now.getTime() + welcomeLivesMs);
      link = await makePasswordLink(auth, urls, personId, expiresAt);
      if (input.printsLink) return;
      const letter = welcomeLetter(name, urls.base, link);
      await post(trx, [{ to: email, letter, kind: accountMail }], now);
    },
  );
  if (!made) {
    const person = await personByEmail(db, email);
    throw refused(`${person?.email ?? email} has an account already: insignia accounts list`);
  }
  return { accountId: made.accountId, email, plan, ...(input.printsLink ? { link } : {}) };
}

export async function changePlan(service: Service, text: string, wanted: string) {
  const plan = planOf(wanted);
  const { accountId, plan: before } = await showAccount(service, text);
  if (!(await change(service, accountId, plan))) throw refused(`there is no account ${text}`);
  const { credentials } = limitsOf(plan);
  return { accountId, before, plan, credentials: credentials === noLimit ? null : credentials };
}

/** Invites a user to an existing account on the owner's behalf. */
export async function inviteMember(service: Service, text: string, address: string, role: string) {
  const { db, config, urls } = service;
  const { accountId, plan, owner } = await showAccount(service, text);
  const email = emailOf(address);
  const wanted = roleOf(role);
  if (config.signUp === 'closed' && !(await personByEmail(db, email)))
    throw refused(
      `SIGN_UP is closed and nobody is ${email} yet: insignia accounts create --owner ${email}, then invite them`,
    );
  const { answer } = await invite(
    // The operator is exempt from limits against strangers.
    { ...service, takeStranger: async () => {} },
    { accountId, plan, accountEmail: owner ?? '', byOperator: true },
    { email, role: wanted },
    undefined,
  );
  return { ...answer, email, role: wanted, link: urls.acceptInvitation(answer.inviteId) };
}

/**
 * Blocks sign-in at once and deletes the data in the background, as if the owner had deleted the
 * account.
 */
export async function deleteAccount(service: Service, text: string) {
  const { db, clock, announce } = service;
  const { accountId, personId, owner } = await showAccount(service, text);
  if (!personId || !owner) throw refused(`the account ${accountId} has no owner`);
  await leave(db, clock, { accountId, personId, email: owner });
  await announce('*');
  return { accountId, deleted: true };
}

function planOf(text: string): Plan {
  const names = Object.keys(plans) as Plan[];
  const plan = names.find((name) => name === text);
  if (!plan) throw refused(`there is no plan ${text}: ${names.join(', ')}`);
  return plan;
}

const invitable = ['admin', 'editor', 'viewer'] as const satisfies readonly Role[];

function roleOf(text: string): (typeof invitable)[number] {
  const role = invitable.find((name) => name === text);
  if (!role) throw refused(`nobody is invited as ${text}: ${invitable.join(', ')}`);
  return role;
}
