import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { recordAction } from '../audit/index.ts';
import { disableReminders, enableReminders, hasReminders, lockRemindingBadge } from './store.ts';

export { registerRemindersWork } from './remind.ts';
export { lockReminderCursor, selectExpiring } from './store.ts';
export {
  digestMailKind,
  formatTimeLeft,
  getReminderTexts,
  REMINDER_DAYS,
  reminderEmail,
} from './texts.ts';

type ReminderDeps = { db: Database; clock: Clock; urls: Urls };

export function registerReminders({ implement }: Scope, deps: ReminderDeps) {
  const { db, urls } = deps;
  const read = async (who: Caller, badgeId: string): Promise<boolean> => {
    const enabled = await hasReminders(db, who.accountId, badgeId);
    if (enabled === undefined) throw new Problem('badge_not_found');
    return enabled;
  };
  return implement(contract.reminderOperations, {
    getReminders: async ({ params: { badgeId }, who }) => ({
      badgeId: urls.badge(badgeId),
      enabled: await read(who, badgeId),
    }),

    setReminders: async ({ params: { badgeId }, body: { enabled }, who }) => {
      await changeReminders(deps, who, badgeId, enabled);
      return { badgeId: urls.badge(badgeId), enabled };
    },
  });
}

async function changeReminders(
  { db, clock }: ReminderDeps,
  who: Caller,
  badgeId: string,
  enabled: boolean,
): Promise<void> {
  await db.write(async (trx) => {
    if (!(await lockRemindingBadge(trx, who.accountId, badgeId)))
      throw new Problem('badge_not_found');
    if (enabled) await enableReminders(trx, who.accountId, badgeId);
    else await disableReminders(trx, badgeId);
    const action = { action: 'setReminders', target: badgeId, fields: { enabled } } as const;
    await recordAction(trx, who, action, clock());
  });
}
