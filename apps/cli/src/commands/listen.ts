import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, InsigniaError } from '@insignia/sdk';
import { connectToService } from '../settings.ts';
import {
  CommandLineError,
  type Context,
  colorText,
  exitCodes,
  printResult,
} from '../terminal/output.ts';
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

type DeliveryReport = ForwardOutcome & {
  delivery: string;
  event: string;
  attempt: number;
  /** True if it won't be retried. */
  isLast: boolean;
};

type ScheduledDelivery = { delivery: ForwardedDelivery; attempt: number; due: number };

/** Fetches pending deliveries until aborted, and retries each until it is accepted. */
async function followDeliveries(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
  forward: ForwardDelivery,
  onReport: (report: DeliveryReport) => void,
): Promise<void> {
  const inbox = createInbox(client, webhookId, signal);
  let waiting: ScheduledDelivery[] = [];
  for (;;) {
    for (const delivery of await inbox.fresh()) waiting.push({ delivery, attempt: 1, due: 0 });
    const now = Date.now();
    const later = waiting.filter(({ due }) => due > now);
    for (const { delivery, attempt } of waiting.filter(({ due }) => due <= now)) {
      const outcome = await forward(delivery, signal);
      const isLast = isAccepted(outcome.status) || attempt === MAX_ATTEMPTS;
      onReport({ delivery: delivery.id, event: delivery.event, ...outcome, attempt, isLast });
      if (!isLast)
        later.push({ delivery, attempt: attempt + 1, due: Date.now() + retryDelayMs(attempt) });
    }
    waiting = later;
    await sleep(pollMs, undefined, { signal });
  }
}

/** Pending deliveries of an endpoint: each once, oldest first. */
function createInbox(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
): { fresh: () => Promise<ForwardedDelivery[]> } {
  const seen = new Map<string, number>();
  let newest = 0;
  let looks = 0;

  const look = async (): Promise<ForwardedDelivery[]> => {
    const since = newest > 0 ? { since: new Date(newest - windowMs).toISOString() } : {};
    // A long transaction may commit an older delivery later, so the whole window is rescanned now
    // and then.
    const isWhole = looks++ % FULL_POLL_EVERY === 0;
    const found: ForwardedDelivery[] = [];
    for (let next = {}; ; ) {
      const page = await client.webhooks.deliveries({ webhookId, ...since, ...next }, { signal });
      const fresh = page.items.filter(({ id }) => !seen.has(id));
      found.push(...fresh);
      const { lastEvaluatedKey } = page;
      if (!lastEvaluatedKey || (fresh.length === 0 && !isWhole)) return found.reverse();
      next = { lastEvaluatedKey };
    }
  };

  const note = (found: readonly ForwardedDelivery[]): void => {
    for (const { id, createdAt } of found) {
      const at = Date.parse(createdAt);
      seen.set(id, at);
      newest = Math.max(newest, at);
    }
    for (const [id, at] of seen) if (at < newest - seenTtlMs) seen.delete(id);
  };

  return {
    async fresh() {
      try {
        const found = await look();
        note(found);
        return found;
      } catch (error) {
        if (signal.aborted || !isTemporary(error)) throw error;
        process.stderr.write(`${error.message}. Retrying\n`);
        return [];
      }
    },
  };
}

/** False if the endpoint or key was deleted. */
function isTemporary(error: unknown): error is InsigniaError {
  return error instanceof InsigniaError && ![400, 401, 403, 404, 410].includes(error.status);
}

type ForwardedDelivery = Awaited<ReturnType<Client['webhooks']['deliveries']>>['items'][number];
type ForwardOutcome = { status: number | null; error: string | null; ms: number };
type ForwardDelivery = (
  delivery: ForwardedDelivery,
  signal: AbortSignal,
) => Promise<ForwardOutcome>;

/** The server's delivery timeout. */
const deadlineMs = 10_000;

/** Posts a delivery to a local receiver, signed as the server would. */
function createForwarder(target: URL, secret: string): ForwardDelivery {
  return async ({ id, request: { headers, body } }, signal) => {
    const startedAt = performance.now();
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await fetch(target, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { ...headers, ...createSignature(secret, { id, body }, new Date()) },
        signal: AbortSignal.any([signal, late]),
      });
      await answer.body?.cancel();
      return { status: answer.status, error: null, ms: elapsedMs() };
    } catch (error) {
      signal.throwIfAborted();
      return {
        status: null,
        error: late.aborted ? 'no response in 10 s' : failureReason(error),
        ms: elapsedMs(),
      };
    }
  };
}

function failureReason(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? 'connection refused' : inner || code || message;
}

/** Signature headers, as the server makes them (docs/use/webhooks.md). */
function createSignature(
  secret: string,
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const standard = createHmac('sha256', decoded).update(`${id}.${timestamp}.${body}`);
  return {
    'x-service-signature': `sha256=${hex}`,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}

/** Poll interval: a tenth of a key's rate limit. */
const pollMs = 1_000;

/** Age up to which late deliveries may still appear. */
const windowMs = 5 * 60_000;

/** One poll in this many scans the whole window. */
const FULL_POLL_EVERY = 30;

const seenTtlMs = 2 * windowMs;

/** Same number of attempts as the server. */
const MAX_ATTEMPTS = 7;

const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Shorter than the server's delays, because someone is watching. */
function retryDelayMs(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1)) * 1_000;
}
