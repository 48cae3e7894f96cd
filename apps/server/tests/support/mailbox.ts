import type { createServer } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedEmail = { to: string[]; mail: Email; raw: string };

type Response = { code: number; message: string };

/**
 * A real SMTP server that stores accepted messages. `refuse` sets its behavior: 'hang' accepts the
 * text and never responds.
 */
export type Mailbox = {
  url: string;
  received: ReceivedEmail[];
  /** The first email to `address` (after `skip`) with a matching subject, once it arrives. */
  waitFor: (address: string, subject?: RegExp, skip?: number) => Promise<ReceivedEmail>;
  refuse: (response: Response | 'hang' | undefined) => void;
  /** Addresses without a mailbox. */
  unknown: Set<string>;
  /** Accepts the text and delays the response until resolved. */
  hold: (address: string) => Promise<void> | undefined;
  close: () => Promise<void>;
};

export async function startMailbox(wantedPort = 0): Promise<Mailbox> {
  const received: ReceivedEmail[] = [];
  const waiting = new Set<() => void>();
  const unknown = new Set<string>();
  let refusal: Response | 'hang' | undefined;
  const mailbox = { hold: () => undefined } as unknown as Mailbox;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 500,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, callback) {
      if (!unknown.has(address.toLowerCase())) return callback();
      return callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusal === 'hang') return;
        if (refusal)
          return callback(
            Object.assign(new Error(refusal.message), { responseCode: refusal.code }),
          );
        const raw = Buffer.concat(chunks);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        await Promise.all(to.map((address) => mailbox.hold(address)));
        received.push({ to, mail: await PostalMime.parse(raw), raw: raw.toString('utf8') });
        for (const look of waiting) look();
        return callback();
      });
    },
  });
  // A killed client resets its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = (server.server as ReturnType<typeof createServer>).address() as { port: number };
  return Object.assign(mailbox, {
    url: `smtp://127.0.0.1:${port}`,
    received,
    unknown,
    refuse: (response: Response | 'hang' | undefined) => {
      refusal = response;
    },
    waitFor: (address: string, subject = /./, skip = 0) =>
      new Promise<ReceivedEmail>((resolve, reject) => {
        const describeReceived = () =>
          received.map(({ to, mail }) => `${to}: ${mail.subject}`).join(', ') || 'none';
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(`no mail to ${address} about ${subject}; there are ${describeReceived()}`),
          );
        }, 120_000);
        const look = (): void => {
          const match = received.filter(
            ({ to, mail }) =>
              to.some((box) => box.toLowerCase() === address.toLowerCase()) &&
              subject.test(mail.subject ?? ''),
          )[skip];
          if (!match) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** The first URL in an email's text that contains `path`. */
export function findMailLink({ mail }: ReceivedEmail, path: string): string {
  const link = mail.text?.match(/https?:\/\/\S+/g)?.find((url) => url.includes(path));
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`);
  return link;
}
