import { Problem } from '../../kernel/problem.ts';
import { type CallContext, hasOtherClients } from './call-context.ts';
import { createFairQueue, type FairQueueFigures } from './fair-queue.ts';

/**
 * After this time, the next request of the account gets its turn too. A request that waits for a
 * lock doesn't stop its account.
 */
const MAX_TURN_MS = 250;
/** Maximum number of waiting requests: of all accounts, and of one account. */
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_ACCOUNT = 250;

/**
 * While other clients send requests, those of one account use the database one at a time. Otherwise
 * the results of all its statements would arrive together, and everyone else would wait until the
 * process has sent them. An account without others isn't limited.
 */
export type AccountTurns = {
  /**
   * Waits until the request may use a connection. Returns a function that ends the use. Public reads and
   * requests that aren't signed in don't wait.
   */
  take: (call: CallContext, maxWaitMs: number) => Promise<() => void>;
  figures: FairQueueFigures;
};

export function createAccountTurns(): AccountTurns {
  const queue = createFairQueue({
    slots: Number.POSITIVE_INFINITY,
    slotsPerClient: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_ACCOUNT,
    createRefusal: (retryAfterSeconds) => {
      const text = 'too many requests of this account are waiting for the database: try again';
      const cause = new Error('busy');
      return new Problem('database_unavailable', { text, retryAfterSeconds, cause });
    },
  });
  const waitForTurn = async (client: string, maxWaitMs: number): Promise<() => void> => {
    const endWork = await queue.enter(client, { maxWaitMs });
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      endWork();
    };
    const timer = setTimeout(end, MAX_TURN_MS);
    return end;
  };
  return {
    async take(call, maxWaitMs) {
      const { caller, client } = call;
      if (!caller) return () => {};
      // A request that waits for a turn while it uses a connection could wait for itself.
      const isFree = caller.connections > 0 || !hasOtherClients(client);
      const end = isFree ? undefined : await waitForTurn(client, maxWaitMs);
      caller.connections++;
      return () => {
        caller.connections--;
        end?.();
      };
    },
    figures: queue.figures,
  };
}
