import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import {
  type EmailContent,
  lockQueuedMails,
  type NewMail,
  pauseQueuedMails,
  type QueuedMail,
  queueMails,
  setQueuedContent,
  withdrawQueuedMails,
} from '../../platform/mail/index.ts';
import {
  credentialEmail,
  credentialMailKind,
  type EmailedCredential,
  reminderMailKind,
} from './emails.ts';
import { lockCredentialsToMail, type RecipientCredential } from './store.ts';

export type CorrectedCredential = {
  id: string;
  /** Address before the correction. */
  email: string;
  after: { email: string };
  changes: readonly { field: string }[];
};

type CorrectedMail = QueuedMail & { about: string; correction: CorrectedCredential };

export type RenderReminder = (credential: EmailedCredential, urls: Urls, now: Date) => EmailContent;

type CorrectionContext = {
  accountId: string;
  urls: Urls;
  now: Date;
  renderReminder: RenderReminder;
  /** The recipients are emailed now, so the email replaces one that a restore has paused. */
  replacesPaused?: boolean;
};

const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const movedKinds = [credentialMailKind, reminderMailKind];

/**
 * Emails that are still queued for the recipients of corrected credentials get the corrected content
 * and follow the address. A moved email is a new one, because a bounce report about an attempt to
 * the earlier address must not count against the new one. Emails on hold after a restore stay on hold.
 * Returns the ids of credentials whose email is yet to be sent.
 */
export async function correctQueuedMails(
  trx: Trx,
  context: CorrectionContext,
  corrected: readonly CorrectedCredential[],
): Promise<Set<string>> {
  const byId = new Map(corrected.map((each) => [each.id, each]));
  const kinds = movedKinds.map(({ name }) => name);
  const locked = await lockQueuedMails(trx, [...byId.keys()], kinds);
  const queued = locked.flatMap((mail): CorrectedMail[] => {
    const correction = byId.get(mail.about ?? '');
    const isTheirs = correction && isSameAddress(mail.to, correction.email);
    return isTheirs ? [{ ...mail, about: correction.id, correction }] : [];
  });
  if (queued.length === 0) return new Set();
  const {
    moved = [],
    outdated = [],
    unmoved = [],
  } = Object.groupBy(queued, (mail) => {
    const { email, after, changes } = mail.correction;
    // The new end has reminders of its own.
    if (mail.kind === reminderMailKind.name && changes.some(isEnd)) return 'outdated';
    if (context.replacesPaused && mail.isPaused && isCredentialMail(mail)) return 'outdated';
    return isSameAddress(email, after.email) ? 'unmoved' : 'moved';
  });
  const credentials = await readCredentials(trx, context, queued);
  await withdrawQueuedMails(trx, [...moved, ...outdated]);
  const { paused = [], due = [] } = Object.groupBy(moved, (mail) =>
    mail.isPaused ? 'paused' : 'due',
  );
  await queueMails(trx, moveMails(context, due, credentials), context.now);
  const pausedIds = await queueMails(trx, moveMails(context, paused, credentials), context.now);
  if (pausedIds.length > 0) await pauseQueuedMails(trx, pausedIds);
  const refreshed = unmoved.flatMap((mail) => {
    const credential = credentials.get(mail.about);
    return credential ? [{ ...mail, email: renderCurrent(mail, credential, context) }] : [];
  });
  if (refreshed.length > 0) await setQueuedContent(trx, refreshed);
  const unsent = refreshed.filter(({ isTried, isPaused }) => !isTried && !isPaused);
  const upcoming = [...due, ...unsent];
  return new Set(upcoming.filter(isCredentialMail).map(({ about }) => about));
}

const isEnd = ({ field }: { field: string }): boolean => field === 'expires';
const isCredentialMail = ({ kind }: Pick<QueuedMail, 'kind'>): boolean =>
  kind === credentialMailKind.name;

const renderCurrent = (
  { kind }: Pick<QueuedMail, 'kind'>,
  credential: RecipientCredential,
  { urls, now, renderReminder }: CorrectionContext,
): EmailContent =>
  kind === reminderMailKind.name
    ? renderReminder(credential, urls, now)
    : credentialEmail(credential, urls, now);

async function readCredentials(
  trx: Trx,
  { accountId }: CorrectionContext,
  mails: readonly CorrectedMail[],
): Promise<Map<string, RecipientCredential>> {
  const ids = [...new Set(mails.map(({ about }) => about))];
  const credentials = await lockCredentialsToMail(trx, accountId, ids);
  return new Map(credentials.map((each) => [each.id, each]));
}

/** One email per credential and kind, none to people who unsubscribed. */
function moveMails(
  context: CorrectionContext,
  mails: readonly CorrectedMail[],
  credentials: ReadonlyMap<string, RecipientCredential>,
): NewMail[] {
  const byKind = new Map(mails.map((mail) => [`${mail.kind} ${mail.about}`, mail]));
  return [...byKind.values()].flatMap((mail): NewMail[] => {
    const credential = credentials.get(mail.about);
    const kind = movedKinds.find(({ name }) => name === mail.kind);
    if (!credential || !kind || credential.isSuppressed) return [];
    const email = renderCurrent(mail, credential, context);
    const { recipientEmail: to, id: about } = credential;
    return [{ to, email, kind, accountId: context.accountId, about }];
  });
}
