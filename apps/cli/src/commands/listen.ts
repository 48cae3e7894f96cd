import { hostname } from 'node:os';
import type { Client } from '@insignia/sdk';
import {
  createForwarder,
  type DeliveryReport,
  followDeliveries,
  isAccepted,
} from '../listen/follow.ts';
import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, colorText, exitCodes, printResult } from '../terminal/output.ts';
import { parseUrl, stripControlCharacters } from '../terminal/rules.ts';

type Options = { forward: string; events?: string };
/** The server refuses other values. */
type Events = NonNullable<Parameters<Client['webhooks']['create']>[0]['events']>;

/**
 * A reserved domain that never resolves (RFC 2606): the server queues deliveries for it, and this
 * command fetches them.
 */
const UNREACHABLE_URL = 'https://insignia-listen.invalid/';
const ownHost = encodeURIComponent(hostname());

export function addListen({ program, output, signal }: Context): void {
  program
    .command('listen')
    .description("forward webhooks to an endpoint on this machine, signed like the service's")
    .requiredOption('--forward <url>', 'URL to forward to, such as http://localhost:4000/hook')
    .option('--events <list>', 'only these events, such as credential.issued,credential.revoked')
    .addHelpText(
      'after',
      `
For development, without a tunnel. Creates an endpoint in your account, prints its secret, and deletes it on Ctrl-C.
Each delivery is attempted up to 7 times. Requires an admin's API key.

Example:
  insignia listen --forward http://localhost:4000/hook`,
    )
    .action(async ({ forward, events }: Options) => {
      const target = parseUrl(forward);
      if (!target || !/^https?:$/.test(target.protocol))
        throw new CommandLineError(`not a URL: ${forward}`, exitCodes.usage);
      const client = await connectToService();
      await deleteAbandonedEndpoints(client, signal);
      const endpoint = await client.webhooks.create(
        {
          url: `${UNREACHABLE_URL}${ownHost}/${process.pid}`,
          ...(events ? { events: events.split(',') as Events } : {}),
        },
        { signal },
      );
      const { id, secret } = endpoint;
      try {
        printResult(output(), { webhookId: id, secret, forward }, [
          `Ready. New events are forwarded to ${stripControlCharacters(forward)}`,
          `Signing secret: ${secret}`,
        ]);
        await followDeliveries(client, id, signal, createForwarder(target, secret), (report) =>
          printResult(output(), report, [formatReport(report)]),
        );
      } finally {
        // Not passed the signal: Ctrl-C would also cancel this request.
        await client.webhooks.delete({ webhookId: id }).catch(() => {
          process.stderr.write(
            `The endpoint ${id} couldn't be deleted. Delete it in the dashboard, or run insignia listen again\n`,
          );
        });
      }
    });
}

function formatReport({
  event,
  delivery,
  status,
  error,
  ms,
  attempt,
  isLast,
}: DeliveryReport): string {
  const isGood = isAccepted(status);
  const outcome = colorText(
    isGood ? 'green' : 'red',
    stripControlCharacters(error ?? `returned ${status}`),
  );
  const again = isGood ? '' : isLast ? ', gave up' : ', will retry';
  const count = attempt > 1 ? ` (attempt ${attempt})` : '';
  const time = new Date().toTimeString().slice(0, 8);
  return `${time} ${event} ${delivery} ${outcome} in ${ms} ms${count}${again}`;
}

/**
 * Deletes endpoints of killed runs: those of this machine, and old ones the server has disabled.
 */
async function deleteAbandonedEndpoints(client: Client, signal: AbortSignal): Promise<void> {
  const { webhooks } = await client.webhooks.list({}, { signal });
  for (const { id, url, active } of webhooks) {
    const owner = parseOwner(url);
    if (!owner) continue;
    const isDead = owner.host === ownHost && !isRunning(owner.pid);
    if (isDead || !active) await client.webhooks.delete({ webhookId: id }, { signal });
  }
}

function parseOwner(url: string): { host: string; pid: number } | undefined {
  if (!url.startsWith(UNREACHABLE_URL)) return undefined;
  const [host = '', pid = ''] = url.slice(UNREACHABLE_URL.length).split('/');
  return { host, pid: Number(pid) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
