import type { Database } from './db/index.ts';
import { type Channel, notify } from './listen.ts';

const channel = 'insignia_work';
/** Notifications are batched, because each is a commit that other notifications wait for. */
const paceMs = 25;

/**
 * Notifies workers of other processes about job kinds that no worker here handles. Workers also
 * poll, so a lost notification only delays work. The returned function stops and waits for the last
 * one.
 */
export function forwardWakeups(db: Database): () => Promise<void> {
  const kinds = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    if (kinds.size === 0) return;
    last = notify(db, channel, JSON.stringify([...kinds]));
    kinds.clear();
    timer = setTimeout(send, paceMs).unref();
  };
  const stopListening = db.signals.onRemote((caused) => {
    for (const kind of caused) kinds.add(kind);
    if (!timer) send();
  });
  return async () => {
    stopListening();
    clearTimeout(timer);
    send();
    clearTimeout(timer);
    await last;
  };
}

/** Wakes local workers when another process notifies. */
export function createWakeChannel(db: Database): Channel {
  return {
    name: channel,
    hear: (payload) => db.signals.wakeLocal(JSON.parse(payload) as string[]),
    missed: () => {},
  };
}
