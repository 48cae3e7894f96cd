import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Hopeless } from '../jobs/index.ts';

export type Message = {
  /** Stable over retries, so that a receiver can tell a repetition. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Hands a message over, or throws: Hopeless when the server refused it for good. */
export type Transport = { send: (message: Message) => Promise<void>; close: () => void };

export function smtpTransport(url: string, from: string): Transport {
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const server = createTransport({ url, pool: true, maxConnections: 4, ...limits });
  return {
    async send(message) {
      try {
        await server.sendMail(optionsOf(message, from));
      } catch (error) {
        const { responseCode, message: reason } = error as Error & { responseCode?: number };
        if (responseCode && responseCode >= 500) throw new Hopeless(`refused: ${reason}`);
        throw error;
      }
    },
    close: () => server.close(),
  };
}

/** Each message becomes a file: for trying the service out, and for tests. */
export function fileTransport(directory: string, from: string, now: () => Date): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      const { message: bytes } = await composer.sendMail(optionsOf(message, from));
      const at = now().toISOString().replaceAll(/[:.]/g, '-');
      const name = `${at}_${message.messageId.replaceAll(/[<>]|@.*/g, '')}.eml`;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Readers that watch the directory never see half a message.
      const draft = join(directory, `.${name}.tmp`);
      await writeFile(draft, bytes as Buffer, { mode: 0o600 });
      await rename(draft, join(directory, name));
    },
    close: () => composer.close(),
  };
}

function optionsOf({ to, ...rest }: Message, from: string): SendMailOptions {
  return {
    ...rest,
    from,
    to: { name: '', address: to },
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
