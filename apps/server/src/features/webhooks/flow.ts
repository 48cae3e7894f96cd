import { setTimeout as sleep } from 'node:timers/promises';
import type { DueDelivery } from './work-store.ts';

export type Sent = { isGood: boolean; recorded: Promise<void> };
export type FlowParts = {
  /** So many at a time. */
  width: number;
  /** At most `batch` of what is due, oldest first, after the id. */
  read: (after: string | undefined) => Promise<DueDelivery[]>;
  send: (due: DueDelivery) => Promise<Sent>;
  isStopped: () => boolean;
};

export const batch = 400;
/** Batches of results. */
const mostUnrecorded = 4;
const lookAgainMs = 300;

/**
 * Sends to one endpoint while all goes well, and reads on before it runs dry; after a failure nothing more is begun, since
 * the endpoint may be down. Returns how many were sent.
 */
export async function flow({ width, read, send, isStopped }: FlowParts): Promise<number> {
  const queue = await read(undefined);
  const lanes = new Set<Promise<void>>();
  const records = new Set<Promise<void>>();
  let sent = 0;
  let last = queue.at(-1)?.id;
  let isOver = queue.length < batch;
  let failed = false;
  const faults: unknown[] = [];
  /** The database is away: what is under way ends first, so that nobody sends it again meanwhile. */
  const giveUp = (fault: unknown): void => {
    failed = true;
    faults.push(fault);
  };

  let reading: Promise<void> | undefined;
  const readOn = (): Promise<void> => {
    reading ??= read(last)
      .then((more) => {
        queue.push(...more);
        last = more.at(-1)?.id ?? last;
        isOver = more.length < batch;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const next = async (): Promise<DueDelivery | undefined> => {
    if (!isOver && queue.length < batch / 2) {
      const more = readOn();
      // Whoever waits for it hears of a failure.
      more.catch(() => {});
      if (queue.length === 0) await more;
    }
    return failed || isStopped() ? undefined : queue.shift();
  };
  const lane = async (): Promise<void> => {
    for (let due = await next(); due; due = await next()) {
      const { isGood, recorded } = await send(due);
      sent++;
      failed ||= !isGood;
      if (records.has(recorded)) continue;
      records.add(recorded);
      recorded.then(
        () => records.delete(recorded),
        // What cannot be written down would be sent again.
        () => {
          failed = true;
        },
      );
      // What was sent and is not written down yet is sent again if we die: that much at most.
      if (records.size > mostUnrecorded) await recorded;
    }
  };
  const open = (): void => {
    for (let free = Math.min(width - lanes.size, queue.length); free > 0; free--) {
      const one = lane()
        .catch(giveUp)
        .finally(() => lanes.delete(one));
      lanes.add(one);
    }
  };

  open();
  while (lanes.size > 0) {
    await Promise.race([Promise.all(lanes), sleep(lookAgainMs, undefined, { ref: false })]);
    // One that hangs holds up none of those that come after it.
    if (lanes.size === 0 || lanes.size === width || failed || isStopped()) continue;
    await readOn().catch(giveUp);
    open();
  }
  await Promise.allSettled(records);
  if (faults.length > 0) throw faults[0];
  await Promise.all(records);
  return sent;
}
