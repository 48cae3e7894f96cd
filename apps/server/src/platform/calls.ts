import { type Database, onWorkOfOthers, wakeFor } from './db/index.ts';
import { type Channel, notify } from './listen.ts';

const channel = 'insignia_work';
/** Work that comes fast is called for together: each call is a commit for which all other calls wait. */
const paceMs = 25;

/**
 * Calls the workers of other processes when there is work that nobody in this one does. They look by themselves too, so
 * that a call may be lost; it only makes it soon. Until what it returns is called, which waits for the last call.
 */
export function callWorkers(db: Database): () => Promise<void> {
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
  const stopListening = onWorkOfOthers(db, (caused) => {
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

/** Wakes whoever does work here that another process has called for. */
export function hearCalls(db: Database): Channel {
  return {
    name: channel,
    hear: (payload) => wakeFor(db, JSON.parse(payload) as string[]),
    missed: () => {},
  };
}
