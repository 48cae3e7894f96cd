import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { restForOthers } from './call-context.ts';
import {
  deleteExpiredLeases,
  deleteLease,
  LEASE_MS,
  MAX_EXPORTS_PER_ACCOUNT,
  renewLeases,
  takeLease,
} from './export-leases.ts';

/** A generator is paced exactly. A stream works ahead while it is paced. */
type ExportSource = Readable | AsyncIterable<string>;

/** Limits how many files one account downloads at the same time, across all processes. */
export type Exports = {
  /**
   * Sends what `open` returns. Throws `too_many_requests` while the account has its
   * maximum number of exports running.
   */
  send: (
    reply: FastifyReply,
    accountId: string,
    open: () => ExportSource | Promise<ExportSource>,
  ) => Promise<FastifyReply>;
  stop: () => Promise<void>;
};

const RETRY_AFTER_SECONDS = 10;
/** Two exports of one account take a third of the process's time at most. */
const REST_FACTOR = 5;
/**
 * Disconnects a client that reads nothing for this long, so that its export doesn't keep a place
 * forever.
 */
const STALL_MS = 60_000;

export function createExports(db: Database, log: Logger, stallMs = STALL_MS): Exports {
  /** The accounts of the running exports, by holder. */
  const accountByHolder = new Map<string, string>();
  const isFull = (accountId: string): boolean =>
    accountByHolder
      .values()
      .filter((each) => each === accountId)
      .toArray().length >= MAX_EXPORTS_PER_ACCOUNT;
  const renew = (): void => {
    if (accountByHolder.size === 0) return;
    const renewed = renewLeases(db, [...accountByHolder.keys()]).then(() =>
      deleteExpiredLeases(db),
    );
    renewed.catch((error: Error) =>
      log.warn({ reason: error.message }, "the leases of running exports couldn't be renewed"),
    );
  };
  const timer = setInterval(renew, LEASE_MS / 3).unref();
  const release = async (accountId: string, holder: string): Promise<void> => {
    accountByHolder.delete(holder);
    // If the database is unavailable, the lease expires by itself.
    await deleteLease(db, accountId, holder).catch(() => {});
  };
  return {
    async send(reply, accountId, open) {
      const holder = newId();
      // The database decides. A process that knows the result spares it the question.
      if (isFull(accountId) || !(await takeLease(db, accountId, holder)))
        throw new Problem('too_many_requests', {
          text: `${MAX_EXPORTS_PER_ACCOUNT} exports of this account are running: wait until one finishes`,
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      accountByHolder.set(holder, accountId);
      try {
        const source = await open();
        // Released before the download ends, so that the next one can begin at once.
        const stream = paceStream(source, accountId, () => release(accountId, holder));
        const ending = source instanceof Readable ? source : stream;
        ending.once('close', () => void release(accountId, holder));
        reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
        return reply.send(stream);
      } catch (error) {
        await release(accountId, holder);
        throw error;
      }
    },
    async stop() {
      clearInterval(timer);
    },
  };
}

/** Like `paceForOthers`, as a stream that closes the source when it closes. Ends after `finish`. */
export function paceStream(
  source: ExportSource,
  accountId: string,
  finish?: () => Promise<unknown>,
): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield* paceForOthers(source, accountId);
    await finish?.();
  };
  const stream = Readable.from(pieces(), { objectMode: false });
  if (!(source instanceof Readable)) return stream;
  // A generator that was never read doesn't run its `finally`. The client may disconnect that early.
  stream.once('close', () => source.destroy());
  // The source may fail before it is read.
  source.once('error', (error) => stream.destroy(error));
  return stream;
}

/**
 * Rests after each piece for several times what the piece took, while other clients send requests. Without others an export
 * runs at full speed.
 */
export async function* paceForOthers<T>(
  source: AsyncIterable<T>,
  accountId: string,
  pause?: (ms: number) => Promise<unknown>,
): AsyncGenerator<T> {
  const pieces = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const start = performance.now();
      const { done, value } = await pieces.next();
      if (done) return;
      const restMs = REST_FACTOR * (performance.now() - start);
      yield value;
      await restForOthers(accountId, restMs, pause);
    }
  } finally {
    await pieces.return?.();
  }
}
