import { sql } from 'kysely';
import { registerRemindersWork } from '../../src/features/reminders/index.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { collectWork } from '../../src/platform/jobs/index.ts';
import type { Instance } from './instance.ts';

type Db = Instance['db'];

/** Gives a credential an end that came within the window of `days` a few minutes ago. */
export async function moveEnd(db: Db, id: string, days: number, minutes = 5): Promise<void> {
  await sql`update credentials set expires = now() + ${24 * days} * interval '1 hour' - ${minutes} * interval '1 minute',
      created_at = least(created_at, now() - interval '60 days'), lapsed_at = null
    where id = ${id}`.execute(db);
}

/** Sets the position of the scan back by an hour, as if the last one were that long ago. */
export async function rewindReminders(db: Db, days: number): Promise<void> {
  await sql`insert into reminder_cursors (days, expires, id)
    values (${days}, now() + ${24 * days - 1} * interval '1 hour', '00000000-0000-0000-0000-000000000000')
    on conflict (days) do update set expires = excluded.expires, id = excluded.id`.execute(db);
}

/** Runs the work of one name until nothing is left, as a worker does each minute. */
export async function runReminderChore({ db, config, clock }: Instance, name: string) {
  const { chores } = collectWork((work) =>
    registerRemindersWork(work, { clock: clock.now, urls: createUrls(config.baseUrl) }),
  );
  const chore = chores.find((each) => each.name === name);
  if (!chore) throw new Error(`no chore ${name}`);
  while ((await db.write((trx) => chore.run(trx))) === 'again');
}

export const reminderChore = (days: number): string =>
  days === 0 ? 'expired events' : `reminders ${days} days before`;

/** Scans the last hour of a window. */
export async function runReminders(instance: Instance, days: number): Promise<void> {
  await rewindReminders(instance.db, days);
  await runReminderChore(instance, reminderChore(days));
}
