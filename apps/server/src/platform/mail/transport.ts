import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type LeaseCheck, PermanentFailure } from '../jobs/index.ts';
import { createFileName } from './files.ts';
import { markHeader } from './marks.ts';
import type { MailDestination } from './sql.ts';

export type SenderMailbox = { name: string; address: string };

export type MailMessage = {
  /** The same for every retry, so that receivers can detect duplicates. */
  messageId: string;
  /** Proves that a bounce report returns this message. */
  mark: string;
  /** Replaces the name in MAIL_FROM. The address stays. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** The server rejected the email for good: no such mailbox, or refused content. */
export class MailRefusedError extends PermanentFailure {}

/** Delivers a message, or throws. A MailRefusedError is permanent. */
export type Transport = {
  handsTo: MailDestination;
  /** Sends nothing once the lease is `lost`: another worker may send it. */
  send: (message: MailMessage, lost: LeaseCheck) => Promise<void>;
  close: () => void;
};

export function createSmtpTransport(
  url: string,
  from: SenderMailbox,
  connections: number,
): Transport {
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const server = createTransport({ url, pool: true, maxConnections: connections, ...limits });
  const losing = new Map<string, LeaseCheck>();
  // Last chance: the server accepted the recipient and waits for the message.
  server.use('stream', ({ data, message }, done) => {
    message.transform(() => createSendGuard(losing.get(data.messageId ?? '')));
    done();
  });
  return {
    handsTo: 'server',
    async send(message, lost) {
      const { messageId } = message;
      losing.set(messageId, lost);
      try {
        await server.sendMail(toNodemailerOptions(message, from));
      } catch (error) {
        throw isRefusal(error as SmtpError)
          ? new MailRefusedError((error as Error).message)
          : error;
      } finally {
        losing.delete(messageId);
      }
    },
    close: () => server.close(),
  };
}

/** Passes data on until the lease is `lost`. */
function createSendGuard(lost: LeaseCheck = () => undefined): Transform {
  return new Transform({
    transform: (piece, _, done) => done(lost() ?? null, piece),
    flush: (done) => done(lost() ?? null),
  });
}

type SmtpError = Error & { responseCode?: number; command?: string };

/**
 * A 5xx about this recipient or message. Errors about sign-in, sender or greeting are the
 * operator's to fix.
 */
function isRefusal({ responseCode = 0, command = '' }: SmtpError): boolean {
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** Writes each message to a file, for trial installations and tests. */
export function createFileTransport(
  directory: string,
  from: SenderMailbox,
  now: () => Date,
): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    handsTo: 'file',
    async send(message) {
      const { message: bytes } = await composer.sendMail(toNodemailerOptions(message, from));
      const name = createFileName(message.messageId.replaceAll(/[<>]|@.*/g, ''), now());
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Rename at the end, so that readers never see half a message.
      const draft = join(directory, `.${name}.tmp`);
      await writeFile(draft, bytes as Buffer, { mode: 0o600 });
      await rename(draft, join(directory, name));
    },
    close: () => composer.close(),
  };
}

/**
 * Returns false if only the reply address has a local part beyond ASCII. Such an address needs
 * SMTPUTF8 (RFC 6531), which the server of a plain recipient may not support.
 */
function canReplyTo(replyTo: string, to: string): boolean {
  const isPlain = (address: string) =>
    !/[^\x20-\x7e]/.test(address.slice(0, address.lastIndexOf('@')));
  return isPlain(replyTo) || !isPlain(to);
}

function toNodemailerOptions(
  { to, mark, senderName, replyTo, unsubscribe, ...rest }: MailMessage,
  from: SenderMailbox,
): SendMailOptions {
  const list = unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return {
    ...rest,
    from: senderName ? { name: senderName, address: from.address } : from,
    to: { name: '', address: to },
    ...(replyTo && canReplyTo(replyTo, to) ? { replyTo: { name: '', address: replyTo } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', [markHeader]: mark, ...(list || {}) },
  };
}
