import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../db/index.ts';
import { Hopeless, type Job } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { Urls } from '../urls.ts';
import { unasked } from './post.ts';
import { renderLetter } from './render.ts';
import { senderName } from './sender.ts';
import { holdCredential, type Mail, markFailed, markSent, queuedMail } from './store.ts';
import { Refused, type Transport } from './transport.ts';
import type { UnsubscribeTokens } from './unsubscribe.ts';

export type MailParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  urls: Urls;
  transport: Transport;
  tokens: UnsubscribeTokens;
  /** `{issuer} via Insignia`. */
  senderPattern: string;
  /** Links are logged only where mail goes to files. */
  logsLinks: boolean;
  /** What follows from a letter's acceptance, in the transaction that records it. */
  onSent: (trx: Trx, mail: Mail, now: Date) => Promise<void>;
};

/**
 * What the worker runs for each letter. The row says whether it still has to be sent, so a job that comes again after its
 * letter was accepted and recorded sends nothing.
 */
export function mailHandler(parts: MailParts) {
  const { db, clock, log, logsLinks } = parts;
  return {
    mail: async (job: Job): Promise<void> => {
      const mail = await queuedMail(db, job.id);
      if (!mail) return;
      try {
        await deliver(parts, mail);
      } catch (error) {
        const { message } = error as Error;
        const { attempts } = job;
        await markFailed(
          db,
          mail.id,
          { attempts, error: message, state: after(error, job) },
          clock(),
        );
        throw error;
      }
      await db.transaction().execute(async (trx) => {
        await holdCredential(trx, mail);
        const keepsLetter = unasked.includes(mail.kind);
        const isNew = await markSent(trx, mail.id, job.attempts, keepsLetter, clock());
        if (isNew) await parts.onSent(trx, mail, clock());
      });
      const { subject, button } = mail.letter;
      const link = logsLinks ? { to: mail.to, subject, link: button?.url } : {};
      log.info({ mail: job.id, ...link }, logsLinks ? 'mail written to a file' : 'mail sent');
    },
  };
}

async function deliver(parts: MailParts, mail: Mail): Promise<void> {
  if (mail.isSuppressed && unasked.includes(mail.kind))
    throw new Hopeless('the recipient wants no more mail');
  await parts.transport.send(messageOf(parts, mail));
}

function after(error: unknown, { attempts, maxAttempts }: Job): 'queued' | 'bounced' | 'failed' {
  if (error instanceof Refused) return 'bounced';
  return error instanceof Hopeless || attempts >= maxAttempts ? 'failed' : 'queued';
}

function messageOf(
  { urls, tokens, senderPattern }: MailParts,
  { id, accountId, kind, to, letter }: Mail,
) {
  const unsubscribe =
    accountId && unasked.includes(kind) ? urls.unsubscribe(tokens.make(accountId, to)) : undefined;
  return {
    messageId: `<${id}@${new URL(urls.base).hostname}>`,
    to,
    unsubscribe,
    ...(letter.sender && {
      senderName: senderName(senderPattern, letter.sender.name),
      replyTo: letter.sender.email,
    }),
    ...renderLetter(letter, urls.base, unsubscribe),
  };
}
