import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { recordAction } from '../audit/index.ts';
import { isRecentSignIn } from '../people/index.ts';
import { renameAccount } from './change.ts';
import { exportAccount } from './export.ts';
import { type IsAccountMoving, startAccountDeletion } from './leave.ts';
import { readAccount, readAccountSecurity, setRequiresSecondFactor } from './store.ts';
import { countIssuedInPeriod, formatLimits, periodEnd, periodStart } from './usage-period.ts';

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

/** Sessions that members have open keep working. Later sign-ins need a second factor. */
async function requireSecondFactor(
  { db, clock }: { db: Database; clock: Clock },
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
