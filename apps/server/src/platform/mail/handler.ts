import type { Clock } from '../../kernel/clock.ts';
import {
  countWith,
  type Database,
  figuresOf,
  insist,
  isPassing,
  type RetryOptions,
  type Trx,
} from '../db/index.ts';
import { type Job, type JobContext, type Lost, PermanentFailure } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { MailKind } from './kind.ts';
import type { MailMarks } from './marks.ts';
import { mailsTotal } from './names.ts';
import { renderLetter } from './render.ts';
import { senderName } from './sender.ts';
import { type Mail, type MailFacts, markFailed, markSent, queuedMail } from './store.ts';
import { sendUnlessBounced } from './suppressing.ts';
import { Refused, type Transport } from './transport.ts';

export type MailParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  transport: Transport;
  /** Link to unsubscribe from an account's unsolicited email. */
  unsubscribeUrl: (accountId: string, address: string) => string;
  marks: MailMarks;
  /** `{issuer} via Insignia`. */
  senderPattern: string;
  /** Links are logged only if emails are written to files. */
  logsLinks: boolean;
  /** All kinds of email. */
  kinds: MailKind[];
  facts: MailFacts;
  /**
   * Locks what the email is about against erasure, in the transaction that records its acceptance.
   */
  hold: (trx: Trx, mail: Mail) => Promise<void>;
  /** What follows once a mail server has accepted it, in the same transaction. */
  onSent: (trx: Trx, mail: Mail, now: Date) => Promise<void>;
};

const outcomeOf = { queued: 'retried', bounced: 'bounced', failed: 'failed' } as const;

// Time reserved for recording the result.
const reserveMs = 5_000;

/**
 * Sends one email. The row shows whether it was sent, so a repeated job sends nothing. An
 * acceptance that couldn't be recorded in time is remembered for the next attempt.
 */
export function mailHandler(parts: MailParts) {
  const { db, clock, log, logsLinks } = parts;
  const accepted = new Set<string>();
  return async (job: Job, { until, stopping, lost }: JobContext): Promise<void> => {
    const mail = await queuedMail(db, job.id, parts.facts);
    if (!mail) return void accepted.delete(job.id);
    try {
      if (!accepted.has(mail.id)) await deliver(parts, mail, lost);
    } catch (error) {
      const { message } = error as Error;
      const { attempts } = job;
      const state = after(error, job);
      figuresOf(db).add(mailsTotal, { outcome: outcomeOf[state] });
      await markFailed(db, mail.id, { attempts, error: message, state }, clock());
      throw error;
    }
    accepted.add(mail.id);
    await record(parts, mail, job.attempts, { until: until - reserveMs, stopping });
    accepted.delete(mail.id);
    const { subject, button } = mail.letter;
    const link = logsLinks ? { to: mail.to, subject, link: button?.url } : {};
    log.info({ mail: job.id, ...link }, logsLinks ? 'mail written to a file' : 'mail sent');
  };
}

async function deliver(parts: MailParts, mail: Mail, lost: Lost): Promise<void> {
  if (mail.isSuppressed && isUnasked(parts, mail))
    throw new PermanentFailure('the recipient wants no more mail');
  await sendUnlessBounced(parts, mail, isUnasked(parts, mail), messageOf(parts, mail), lost);
}

/** The server accepted the email, so it must never be sent again. */
async function record(
  parts: MailParts,
  mail: Mail,
  attempts: number,
  retry: RetryOptions,
): Promise<void> {
  const { db, clock, log, hold, onSent } = parts;
  const { handsTo: handedTo } = parts.transport;
  const now = clock();
  const kept = { keepsLetter: isUnasked(parts, mail), handedTo };
  const markIn = (trx: Database | Trx) => markSent(trx, mail.id, attempts, kept, now);
  const recordAll = () =>
    db.transaction().execute(async (trx) => {
      await hold(trx, mail);
      if (!(await markIn(trx))) return;
      countWith(trx, mailsTotal, { outcome: handedTo === 'file' ? 'written' : 'sent' });
      // A file reaches nobody.
      if (handedTo === 'server') await onSent(trx, mail, now);
    });
  try {
    await insist(recordAll, retry);
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, mail: mail.id }, 'a mail was sent, and what follows is lost');
    await insist(() => markIn(db), retry);
  }
}

function after(error: unknown, { attempts, maxAttempts }: Job): 'queued' | 'bounced' | 'failed' {
  if (error instanceof Refused) return 'bounced';
  return error instanceof PermanentFailure || attempts >= maxAttempts ? 'failed' : 'queued';
}

function isUnasked({ kinds }: MailParts, { kind }: Mail): boolean {
  return kinds.some(({ name, isUnasked }) => name === kind && isUnasked);
}

function messageOf(parts: MailParts, mail: Mail) {
  const { baseUrl, unsubscribeUrl, senderPattern } = parts;
  const { id, accountId, to, letter } = mail;
  const unsubscribe =
    accountId && isUnasked(parts, mail) ? unsubscribeUrl(accountId, to) : undefined;
  return {
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    mark: parts.marks.make(id),
    to,
    unsubscribe,
    ...(letter.sender && {
      senderName: senderName(senderPattern, letter.sender.name),
      replyTo: letter.sender.email,
    }),
    ...renderLetter(letter, baseUrl, unsubscribe),
  };
}
