import type { Clock } from '../../kernel/clock.ts';
import {
  type Database,
  isTransientDatabaseError,
  type RetryOptions,
  retryUntil,
  type Trx,
} from '../db/index.ts';
import { type Job, type JobContext, type LeaseCheck, PermanentFailure } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import { type LockSubject, markAddressBounced } from './bounce-store.ts';
import type { EmailContent } from './email-content.ts';
import type { MailMarks } from './marks.ts';
import { renderEmail } from './render.ts';
import { isDeadMailbox, type MailKind, type MailPayload, mailsTotal } from './rules.ts';
import { type Mail, type MailFacts, markFailed, markSent, readQueuedMail } from './store.ts';
import { type MailMessage, MailRefusedError, type Transport } from './transport.ts';

export type MailDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  transport: Transport;
  /** Link to unsubscribe from an account's unsolicited email. */
  unsubscribeUrl: (accountId: string, address: string) => string;
  marks: MailMarks;
  /** Pattern of the sender name, for example `{issuer} via Insignia`. */
  senderPattern: string;
  /** Links are logged only if emails are written to files. */
  logsLinks: boolean;
  kinds: MailKind[];
  facts: MailFacts;
  /** Returns the email with the account's current templates. */
  applyTemplates: (db: Database, mail: Mail) => Promise<EmailContent>;
  /** Locks what the email is about, before a result is recorded in the same transaction. */
  lockSubject: LockSubject;
  /** Runs once a mail server has accepted the email, in the same transaction. */
  onSent: (trx: Trx, mail: Mail, now: Date) => Promise<void>;
};

const outcomes = { queued: 'retried', bounced: 'bounced', failed: 'failed' } as const;

// Time reserved for recording the result.
const reserveMs = 5_000;

/**
 * Sends one email. The row shows whether it was sent, so a repeated job sends nothing. An
 * acceptance that couldn't be recorded in time is remembered for the next attempt.
 */
export function createMailHandler(parts: MailDeps) {
  const { db, clock, log, logsLinks } = parts;
  const accepted = new Set<string>();
  return async (job: Job<MailPayload>, { until, stopping, lost }: JobContext): Promise<void> => {
    const queued = await readQueuedMail(db, job.id, parts.facts);
    if (!queued) return void accepted.delete(job.id);
    let mail = queued;
    try {
      if (queued.hasTemplates) mail = { ...queued, email: await parts.applyTemplates(db, queued) };
      if (!accepted.has(mail.id)) await deliver(parts, mail, job.payload, lost);
    } catch (error) {
      const { message } = error as Error;
      const { attempts } = job;
      const state = decideOutcome(error, job);
      db.figures.add(mailsTotal, { outcome: outcomes[state] });
      const { subject } = mail.email;
      await db.write(async (trx) => {
        await parts.lockSubject(trx, mail);
        await markFailed(trx, mail.id, { attempts, error: message, state, subject }, clock());
      });
      throw error;
    }
    accepted.add(mail.id);
    await record(parts, mail, job.attempts, { until: until - reserveMs, stopping });
    accepted.delete(mail.id);
    const { subject, button } = mail.email;
    const link = logsLinks ? { to: mail.to, subject, link: button?.url } : {};
    log.info({ mail: job.id, ...link }, logsLinks ? 'mail written to a file' : 'mail sent');
  };
}

async function deliver(
  parts: MailDeps,
  mail: Mail,
  { isWithdrawn }: MailPayload,
  lost: LeaseCheck,
): Promise<void> {
  if (isWithdrawn) throw new PermanentFailure('a correction replaced this email');
  const isUnasked = isUnsolicited(parts, mail);
  if (mail.isSuppressed && isUnasked) throw new PermanentFailure('the recipient has unsubscribed');
  if (mail.isRevoked && isUnasked) throw new PermanentFailure('the credential was revoked');
  await sendUnlessBounced(parts, mail, isUnasked, buildMessage(parts, mail), lost);
}

/** The server accepted the email, so it must never be sent again. */
async function record(
  parts: MailDeps,
  mail: Mail,
  attempts: number,
  retry: RetryOptions,
): Promise<void> {
  const { db, clock, log, lockSubject, onSent } = parts;
  const { handsTo: handedTo } = parts.transport;
  const now = clock();
  const { subject } = mail.email;
  const keepsAddress = !parts.kinds.some(
    ({ name, erasesAddress }) => name === mail.kind && erasesAddress,
  );
  const outcome = { keepsContent: isUnsolicited(parts, mail), keepsAddress, handedTo, subject };
  const recordSent = (trx: Database | Trx) => markSent(trx, mail.id, attempts, outcome, now);
  const recordAll = () =>
    db.write(async (trx) => {
      await lockSubject(trx, mail);
      if (!(await recordSent(trx))) return;
      trx.onCommit.count(mailsTotal, { outcome: handedTo === 'file' ? 'written' : 'sent' });
      // An email written to a file reaches nobody.
      if (handedTo === 'server') await onSent(trx, mail, now);
    });
  try {
    await retryUntil(recordAll, retry);
  } catch (error) {
    if (isTransientDatabaseError(error)) throw error;
    log.error({ err: error, mail: mail.id }, 'an email was sent, but recording it failed');
    await retryUntil(() => recordSent(db), retry);
  }
}

function decideOutcome(
  error: unknown,
  { attempts, maxAttempts }: Job,
): 'queued' | 'bounced' | 'failed' {
  if (error instanceof MailRefusedError) return 'bounced';
  return error instanceof PermanentFailure || attempts >= maxAttempts ? 'failed' : 'queued';
}

function isUnsolicited({ kinds }: MailDeps, { kind }: Mail): boolean {
  return kinds.some(({ name, isUnasked }) => name === kind && isUnasked);
}

function buildMessage(parts: MailDeps, mail: Mail) {
  const { baseUrl, unsubscribeUrl, senderPattern } = parts;
  const { id, accountId, to, email } = mail;
  const unsubscribe =
    accountId && isUnsolicited(parts, mail) ? unsubscribeUrl(accountId, to) : undefined;
  return {
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    mark: parts.marks.make(id),
    to,
    unsubscribe,
    ...(email.sender && {
      senderName: formatSenderName(senderPattern, email.sender.name),
      replyTo: email.sender.email,
    }),
    ...renderEmail(email, baseUrl, unsubscribe),
  };
}

// Control and direction characters, and characters that imitate an address or end the name.
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]/gu;

const MAX_LENGTH = 100;

/** Sender name of an issuer's emails: `pattern` with `{issuer}` replaced. */
export function formatSenderName(pattern: string, issuer: string): string {
  const name = pattern.replaceAll('{issuer}', () => plainName(issuer));
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** A name that looks like an address would be mistaken for the sender's address. */
function plainName(name: string): string {
  const plain = name.replaceAll(misleading, ' ').replaceAll(/[@＠﹫]/g, ' at ');
  return [...plain.trim()].slice(0, MAX_LENGTH).join('');
}

type Parts = { db: Database; clock: Clock; transport: Transport };

const skipReasons = {
  hard: 'not sent: emails to this address have bounced. The operator can unblock it',
  complaint:
    'not sent: the recipient marked an email as spam. The operator can unblock the address',
};

/**
 * Skips unsolicited email to bounced addresses. Requested email is tried, so that no report locks
 * anyone out. The server's response about a mailbox is recorded.
 */
async function sendUnlessBounced(
  { db, clock, transport }: Parts,
  { id, to, bounced }: Pick<Mail, 'id' | 'to' | 'bounced'>,
  isUnasked: boolean,
  message: MailMessage,
  lost: LeaseCheck,
): Promise<void> {
  if (bounced && isUnasked) throw new MailRefusedError(skipReasons[bounced]);
  try {
    await transport.send(message, lost);
  } catch (error) {
    if (error instanceof MailRefusedError && !bounced && isDeadMailbox(error.message))
      await markAddressBounced(db, to, 'hard', id, clock());
    throw error;
  }
}
