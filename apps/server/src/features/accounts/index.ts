import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { isRecentSignIn } from '../people/index.ts';
import { exportAccount } from './export.ts';
import { type IsAccountMoving, startAccountDeletion } from './leave.ts';
import {
  insertAccount,
  readAccount,
  readAccountSecurity,
  setAccountName,
  setRequiresSecondFactor,
  setStoredPlan,
} from './store.ts';
import { countIssuedInPeriod, formatLimits, periodEnd, periodStart } from './usage-period.ts';

export { readRowsAfter } from './export-store.ts';
export { deleteUserMails, registerAccountsWork, startAccountDeletion } from './leave.ts';
export {
  createMailLimits,
  type TakeMails,
  type TakeMailsUpTo,
  type TakeStrangerMail,
} from './mail-limits.ts';
export { isNotLeaving } from './sql.ts';
export { accountsPage, findAccount, findAccountName, type ListedAccount } from './store.ts';
export { countIssuedInPeriod, periodStart, withCurrentPeriod } from './usage-period.ts';

type AccountDeps = {
  db: Database;
  clock: Clock;
  images: ImageStore;
  exports: Exports;
  /** Folder for emails if there is no mail server. */
  mailFolder: string | undefined;
  isAccountMoving: IsAccountMoving;
  /** Invalidates API keys and public documents. */
  invalidateAll: () => Promise<void>;
};

export function registerAccounts({ implement }: Scope, deps: AccountDeps) {
  const { db, clock, images } = deps;

  return implement(contract.accountOperations, {
    getAccount: async ({ who }) => {
      const account = await readAccount(db, who.accountId, who.personId);
      if (!account) throw new Problem('account_not_found');
      const now = clock();
      const { name, usage } = account;
      const isAlone = who.keyId !== undefined || who.isSsoOnly === true;
      const accounts = account.accounts.filter(
        ({ accountId }) => !isAlone || accountId === who.accountId,
      );
      const period = periodStart(who.accountCreatedAt, now);
      const credentials = countIssuedInPeriod(period, {
        ...usage,
        periodStart: account.periodStart,
      });
      return {
        accountId: who.accountId,
        name,
        plan: who.plan,
        limits: formatLimits(who.plan),
        usage: { ...usage, credentials },
        periodEnd: periodEnd(who.accountCreatedAt, now).toISOString(),
        ...(deps.mailFolder !== undefined && { mailsToFiles: true as const }),
        role: who.role,
        accounts,
      };
    },

    updateAccount: async ({ body: { name }, who }) => {
      await renameAccount(deps, who, name);
      return { accountId: who.accountId, name, updated: true } as const;
    },

    getAccountSecurity: async ({ who }) => readAccountSecurity(db, who.accountId),

    updateAccountSecurity: async ({ body, who }) => {
      await requireSecondFactor(deps, who, body.requireSecondFactor);
      return { requireSecondFactor: body.requireSecondFactor };
    },

    exportAccount: async ({ who, reply }) => {
      reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="insignia-account.zip"');
      return deps.exports.send(reply, who.accountId, () =>
        exportAccount(db, images, who.accountId),
      );
    },

    deleteAccount: async ({ who }) => {
      if (!isRecentSignIn(who.signedInAt?.getTime(), clock().getTime()))
        throw new Problem('fresh_sign_in_required');
      const { accountId, personId, accountEmail: email } = who;
      const leaver = { accountId, personId, email };
      await startAccountDeletion(db, clock, leaver, deps.isAccountMoving);
      await deps.invalidateAll();
      return { deleted: true } as const;
    },
  });
}

type ChangeDeps = Pick<AccountDeps, 'db' | 'clock'>;

async function renameAccount({ db, clock }: ChangeDeps, who: Caller, name: string): Promise<void> {
  const { accountId } = who;
  await db.write(async (trx) => {
    await setAccountName(trx, accountId, name);
    const act = { action: 'updateAccount', target: accountId, fields: { name } } as const;
    await recordAction(trx, who, act, clock());
  });
}

/** Sessions that members have open keep working. Later sign-ins need a second factor. */
async function requireSecondFactor(
  { db, clock }: ChangeDeps,
  who: Caller,
  isRequired: boolean,
): Promise<void> {
  if (!isRequired && !isRecentSignIn(who.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  const { accountId } = who;
  await db.write(async (trx) => {
    await setRequiresSecondFactor(trx, accountId, isRequired);
    const fields = { requireSecondFactor: isRequired };
    const act = { action: 'updateAccountSecurity', target: accountId, fields } as const;
    await recordAction(trx, who, act, clock());
  });
}

/**
 * Takes effect immediately. Existing items above a lower limit stay. Returns false for an unknown
 * account.
 */
export async function changeAccountPlan(
  { db, clock, invalidateKeys }: ChangeDeps & { invalidateKeys: () => Promise<void> },
  accountId: string,
  plan: contract.Plan,
): Promise<boolean> {
  const isFound = await db.write(async (trx) => {
    if (!(await setStoredPlan(trx, accountId, plan))) return false;
    const act = { action: 'changePlan', target: accountId, fields: { plan } } as const;
    await recordAction(trx, createOperatorActor(accountId), act, clock());
    return true;
  });
  if (isFound) await invalidateKeys();
  return isFound;
}

/** Creates an account without members and returns its id. */
export async function createEmptyAccount(
  trx: Trx,
  name: string,
  plan: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await insertAccount(trx, { id, name, plan }, now, periodStart(now, now));
  return id;
}
