import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type Lost, PermanentFailure } from '../jobs/index.ts';
import { fileNameOf } from './files.ts';
import { markHeader } from './marks.ts';
import type { HandedTo } from './sql.ts';

/** Who mails come from. */
export type Mailbox = { name: string; address: string };

export type Message = {
  /** Stable over retries, so that a receiver can tell a repetition. */
  messageId: string;
  /** By which a report is known to return this very message. */
  mark: string;
  /** Shown instead of the name in MAIL_FROM; the address stays. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one click ends such mails (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** The server will never take this letter: the mailbox does not exist, or it does not like what it says. */
export class Refused extends PermanentFailure {}

/** Hands a message over, or throws: Refused when the server will never take it. */
export type Transport = {
  handsTo: HandedTo;
  /** Once it is `lost`, no letter is handed over: it may be another's to send. */
  send: (message: Message, lost: Lost) => Promise<void>;
  close: () => void;
};

export function smtpTransport(url: string, from: Mailbox, connections: number): Transport {
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const server = createTransport({ url, pool: true, maxConnections: connections, ...limits });
  const losing = new Map<string, Lost>();
  // The last moment: the server has taken the recipient and waits for the text.
  server.use('stream', ({ data, message }, done) => {
    message.transform(() => refusingOnce(losing.get(data.messageId ?? '')));
    done();
  });
  return {
    handsTo: 'server',
    async send(message, lost) {
      const { messageId } = message;
      losing.set(messageId, lost);
      try {
        await server.sendMail(optionsOf(message, from));
      } catch (error) {
        throw isRefusal(error as SmtpError) ? new Refused((error as Error).message) : error;
      } finally {
        losing.delete(messageId);
      }
    },
    close: () => server.close(),
  };
}

/** Passes everything on until it is `lost`, and then nothing more. */
function refusingOnce(lost: Lost = () => undefined): Transform {
  return new Transform({
    transform: (piece, _, done) => done(lost() ?? null, piece),
    flush: (done) => done(lost() ?? null),
  });
}

type SmtpError = Error & { responseCode?: number; command?: string };

/** A 5xx about this recipient or this text; one about us (sign-in, sender, greeting) is for the operator to mend. */
function isRefusal({ responseCode = 0, command = '' }: SmtpError): boolean {
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** Each message becomes a file: for trying the service out, and for tests. */
export function fileTransport(directory: string, from: Mailbox, now: () => Date): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    handsTo: 'file',
    async send(message) {
      const { message: bytes } = await composer.sendMail(optionsOf(message, from));
      const name = fileNameOf(message.messageId.replaceAll(/[<>]|@.*/g, ''), now());
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Readers that watch the directory never see half a message.
      const draft = join(directory, `.${name}.tmp`);
      await writeFile(draft, bytes as Buffer, { mode: 0o600 });
      await rename(draft, join(directory, name));
    },
    close: () => composer.close(),
  };
}

/** A local part beyond ASCII is only for servers that take SMTPUTF8 (RFC 6531), which one for a plain recipient needn't. */
function canReplyTo(replyTo: string, to: string): boolean {
  const isPlain = (address: string) =>
    !/[^\x20-\x7e]/.test(address.slice(0, address.lastIndexOf('@')));
  return isPlain(replyTo) || !isPlain(to);
}

function optionsOf(
  { to, mark, senderName, replyTo, unsubscribe, ...rest }: Message,
  from: Mailbox,
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
