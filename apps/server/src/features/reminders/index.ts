import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { type NewMail, queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { lockCredentialsToMail, reminderMailKind } from '../sharing/index.ts';
import {
  countExpiring,
  disableReminders,
  type ExpiringCredential,
  enableReminders,
  hasReminders,
  insertReminders,
  listDueDigests,
  lockReminderCursor,
  lockRemindingBadge,
  moveReminderCursor,
  readDigestRecipients,
  readExpiring,
  takeDigest,
} from './store.ts';
import { digestEmail, digestMailKind, reminderEmail } from './texts.ts';

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

type WorkDeps = Omit<ReminderDeps, 'db'>;

const MAX_BATCH = 500;

/** Days before a credential expires. 0 records only an event, and sends no email. */
const reminderWindows = [...contract.reminderDays, 0] as const;
type Days = (typeof reminderWindows)[number];

/**
 * Queues the emails and records the events of credentials that came within a window, each in the
 * transaction of its unique row. The database's clock decides.
 */
async function remindRecipients(
  trx: Trx,
  deps: WorkDeps,
  days: Days,
): Promise<'again' | undefined> {
  const cursor = await lockReminderCursor(trx, days);
  const event = days === 0 ? 'credential.expired' : 'credential.expiring';
  const nextDays = contract.reminderDays.find((next) => next < days) ?? 0;
  const batch = await readExpiring(trx, cursor, { days, nextDays, event }, MAX_BATCH);
  const due = batch.filter(({ isReminded, isReported }) => isReminded || isReported);
  const isNew = due.length > 0 ? await insertReminders(trx, days, due) : new Set();
  const byAccount = Map.groupBy(
    due.filter(({ id }) => isNew.has(id)),
    ({ accountId }) => accountId,
  );
  for (const [accountId, credentials] of byAccount)
    await remindAccount(trx, deps, { accountId, days, event }, credentials);
  const isFull = batch.length === MAX_BATCH;
  await moveReminderCursor(trx, days, isFull ? batch.at(-1) : undefined, cursor);
  return isFull ? 'again' : undefined;
}

type AccountWindow = {
  accountId: string;
  days: Days;
  event: 'credential.expiring' | 'credential.expired';
};

async function remindAccount(
  trx: Trx,
  { clock, urls }: WorkDeps,
  { accountId, days, event }: AccountWindow,
  due: ExpiringCredential[],
): Promise<void> {
  const now = clock();
  const byId = new Map(due.map((each) => [each.id, each]));
  const credentials = await lockCredentialsToMail(trx, accountId, [...byId.keys()]);
  const reminded = credentials.filter(
    ({ id, isSuppressed }) => byId.get(id)?.isReminded && !isSuppressed,
  );
  const mails = reminded.map((credential): NewMail => {
    const { id, recipientEmail: to } = credential;
    const email = reminderEmail(credential, urls, now);
    return { to, email, kind: reminderMailKind, accountId, about: id };
  });
  await queueMails(trx, mails, now);
  for (const { id, badgeName, recipientName, recipientEmail, expires } of credentials) {
    if (!byId.get(id)?.isReported) continue;
    const data = {
      ...{ recipient: { name: recipientName, email: recipientEmail }, badgeName },
      expires: expires?.toISOString() ?? '',
    };
    const of = { accountId, credentialId: id, by: undefined, now };
    if (event === 'credential.expired') await recordEvent(trx, { type: event, data }, of);
    else await recordEvent(trx, { type: event, data: { ...data, days } }, of);
  }
}

const MAX_DIGESTS = 50;

/** Emails the team once a week which credentials expire soon. Accounts without any get no email. */
async function sendDigests(trx: Trx, { clock, urls }: WorkDeps): Promise<'again' | undefined> {
  const due = await listDueDigests(trx, MAX_DIGESTS);
  for (const accountId of due) {
    if (!(await takeDigest(trx, accountId))) continue;
    const badges = await countExpiring(trx, accountId);
    if (badges.length === 0) continue;
    const mails = (await readDigestRecipients(trx, accountId)).map(
      ({ email: to, isKnown, accountName }): NewMail => {
        const email = digestEmail(accountName, badges, `${urls.dashboard}${accountId}`);
        // The team sees emails of the account, and would learn a private address.
        return { to, email, kind: digestMailKind, ...(isKnown && { accountId }) };
      },
    );
    await queueMails(trx, mails, clock());
  }
  return due.length === MAX_DIGESTS ? 'again' : undefined;
}

export function registerRemindersWork(work: BackgroundWork, deps: WorkDeps): void {
  for (const days of reminderWindows)
    work.chores({
      name: days === 0 ? 'expired events' : `reminders ${days} days before`,
      run: (trx) => remindRecipients(trx, deps, days),
    });
  work.chores({ name: 'reminder digests', run: (trx) => sendDigests(trx, deps) });
}
