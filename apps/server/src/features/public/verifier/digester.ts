import type { Digest, Disclosure, HashName } from '@insignia/openbadges/v3/verify';
import { Problem } from '../../../kernel/problem.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  createThread,
  orTooMuch,
  ThreadFailure,
  type ThreadFigures,
} from '../../../platform/thread.ts';

type Json = Record<string, unknown>;
export type DigestJob = { document: Json } & ({ hash: HashName } | { proof: Json });
type Done<Job> = Job extends { hash: HashName } ? Digest : Disclosure;

/** Hashes what signed documents say in threads of its own, since strangers write documents that take seconds. */
export type Digester = {
  /** `endless` when its turn comes after `signal`, for then nobody waits any more. */
  digest: <Job extends DigestJob>(
    client: string,
    job: Job,
    signal: AbortSignal,
  ) => Promise<Done<Job>>;
  stop: () => Promise<void>;
};

type Limits = { mostCpuMs: number; timeoutMs: number };
type Options = { script?: URL } & Partial<Limits>;

// An ordinary document takes some 10 ms, one as large as is looked at some 3 s.
const usual: Limits = { mostCpuMs: 250, timeoutMs: 10_000 };
/** Megabytes: of the thread that looks first, and of the one for what that could not do. */
const mostMemory = { first: 96, slow: 256 };
const mostOfOne = 20;

/** What is not done in its first moments goes on in another thread, so that it holds up only its like. */
export function createDigester(
  log: Logger,
  options: Options = {},
): Digester & { figures: Record<keyof typeof mostMemory, ThreadFigures> } {
  const {
    script = new URL('./digest-worker.ts', import.meta.url),
    mostCpuMs,
    timeoutMs,
  } = {
    ...usual,
    ...options,
  };
  const common = {
    script,
    saysReady: true,
    timeoutMs,
    does: 'hashing a document to verify it',
    log,
  };
  const first = createThread<DigestJob, Digest | Disclosure>({
    ...{ ...common, mostCpuMs, mostMemory: mostMemory.first, isFirstTry: true },
  });
  const slow = createThread<DigestJob, Digest | Disclosure>({
    ...common,
    mostMemory: mostMemory.slow,
  });
  const done = async <Job extends DigestJob>(job: Job, signal: AbortSignal): Promise<Done<Job>> => {
    try {
      return (await first.ask(job, signal)) as Done<Job>;
    } catch (error) {
      if (!(error instanceof ThreadFailure && error.isTooMuch)) throw error;
      return (await slow.ask(job, signal)) as Done<Job>;
    }
  };
  /** Of all that a client sends one is asked for at a time, so that others have their turn. */
  const turns = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    async digest(client, job, signal) {
      const turn = turns.get(client) ?? { last: Promise.resolve(), count: 0 };
      if (turn.count >= mostOfOne) throw new Problem('busy', { retryAfterSeconds: 5 });
      const mine = turn.last.then(() => done(job, signal));
      turn.last = mine.catch(() => {});
      turn.count++;
      turns.set(client, turn);
      try {
        return await mine;
      } catch (error) {
        return orTooMuch(error, 'endless');
      } finally {
        turn.count--;
        if (turn.count === 0) turns.delete(client);
      }
    },
    figures: { first: first.figures, slow: slow.figures },
    async stop() {
      await Promise.all([first.stop(), slow.stop()]);
    },
  };
}
