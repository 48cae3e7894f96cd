import type { Digest, HashName } from '@insignia/openbadges/v3/verify';
import { Problem } from '../../../kernel/problem.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { createThread, orTooMuch } from '../../../platform/thread.ts';

export type DigestJob = { document: Record<string, unknown>; hash: HashName };

/** Hashes what signed documents say in a thread of its own, since strangers write documents that take seconds. */
export type Digester = {
  /** `endless` when its turn comes after `signal`, for then nobody waits any more. */
  digest: (client: string, job: DigestJob, signal: AbortSignal) => Promise<Digest>;
  stop: () => Promise<void>;
};

// A document as large as is looked at takes some 3 s.
const timeoutMs = 10_000;
const mostMemory = 256;
const mostOfOne = 20;

export function createDigester(log: Logger): Digester {
  const { ask, stop } = createThread<DigestJob, Digest>({
    script: new URL('./digest-worker.ts', import.meta.url),
    ...{ mostMemory, timeoutMs, does: 'hashing a document to verify it', log },
  });
  /** Of all that a client sends one is asked for at a time, so that others have their turn. */
  const turns = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    async digest(client, job, signal) {
      const turn = turns.get(client) ?? { last: Promise.resolve(), count: 0 };
      if (turn.count >= mostOfOne) throw new Problem('busy', { retryAfterSeconds: 5 });
      const mine = turn.last.then(() => (signal.aborted ? 'endless' : ask(job)));
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
    stop,
  };
}
