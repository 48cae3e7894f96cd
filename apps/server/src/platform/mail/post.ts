import type { Trx } from '../db/index.ts';
import { enqueue, type Job } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import { type Letter, renderLetter } from './render.ts';
import type { Transport } from './transport.ts';

const kind = 'mail';

type Posted = { to: string; letter: Letter };

/** Puts a letter into the outgoing mail, in the transaction that causes it. */
export async function post(trx: Trx, to: string, letter: Letter): Promise<void> {
  await enqueue(trx, kind, { to, letter } satisfies Posted);
}

/** What the worker runs for each letter. Links are logged only where mail goes to files. */
export function mailHandler(
  transport: Transport,
  baseUrl: string,
  log: Logger,
  logsLinks: boolean,
) {
  const host = new URL(baseUrl).hostname;
  return {
    [kind]: async (job: Job<Posted>): Promise<void> => {
      const { to, letter } = job.payload;
      await transport.send({
        messageId: `<${job.id}@${host}>`,
        to,
        ...renderLetter(letter, baseUrl),
      });
      const link = logsLinks ? { to, subject: letter.subject, link: letter.button?.url } : {};
      log.info({ mail: job.id, ...link }, logsLinks ? 'mail written to a file' : 'mail sent');
    },
  };
}
