import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { recordApiKeyUse } from './key-store.ts';

/** Records the last use of API keys to the minute, in batches, so that no request pays for it. */
export type KeyUsage = {
  touch: (keyId: string) => void;
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

export function createKeyUsage(db: Database, clock: Clock, everyMs = 5_000): KeyUsage {
  let used = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (used.size === 0) return;
    const batch = used;
    used = new Map();
    await recordApiKeyUse(
      db,
      [...batch.keys()],
      [...batch.values()].map((minute) => new Date(minute * 60_000)),
    );
  };
  // A failed batch only loses last-use times.
  const timer = setInterval(() => void flush().catch(() => {}), everyMs).unref();
  return {
    touch: (keyId) => {
      used.set(keyId, Math.floor(clock().getTime() / 60_000));
    },
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush().catch(() => {});
    },
  };
}
