import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { type RemindDeps, reminderWindows, remindRecipients, sendDigests } from './remind.ts';

export function registerRemindersWork(work: BackgroundWork, deps: RemindDeps): void {
  for (const days of reminderWindows)
    work.chores({
      name: days === 0 ? 'expired events' : `reminders ${days} days before`,
      run: (trx) => remindRecipients(trx, deps, days),
    });
  work.chores({ name: 'reminder digests', run: (trx) => sendDigests(trx, deps) });
}
