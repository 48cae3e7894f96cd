import { setTimeout as sleep } from 'node:timers/promises';
import type { DueDelivery } from './work-store.ts';

export type SendResult = { isGood: boolean; recorded: Promise<void> };
export type SendLoopParts = {
  /** Maximum concurrency. */
  width: number;
  /** Up to `batch` due deliveries after the id, oldest first. */
  read: (after: string | undefined) => Promise<DueDelivery[]>;
  send: (due: DueDelivery) => Promise<SendResult>;
  isStopped: () => boolean;
};

export const READ_BATCH_SIZE = 400;
/** In batches of results. */
const MAX_UNRECORDED = 4;
const POLL_MS = 300;

/**
 * Sends to one endpoint while all goes well, reading ahead. After a failure, starts nothing more,
 * because the endpoint may be down. Returns the number sent.
 */
export async function runSendLoop({
  width,
  read,
  send,
  isStopped,
}: SendLoopParts): Promise<number> {
  const queue = await read(undefined);
  const lanes = new Set<Promise<void>>();
  const records = new Set<Promise<void>>();
  let sent = 0;
  let last = queue.at(-1)?.id;
  let isOver = queue.length < READ_BATCH_SIZE;
  let failed = false;
  const faults: unknown[] = [];
  /**
   * The database is unavailable: running attempts finish first, so that nobody repeats them
   * meanwhile.
   */
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
        isOver = more.length < READ_BATCH_SIZE;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const next = async (): Promise<DueDelivery | undefined> => {
    if (!isOver && queue.length < READ_BATCH_SIZE / 2) {
      const more = readOn();
      // Awaited later.
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
        // An attempt that can't be recorded would be repeated.
        () => {
          failed = true;
        },
      );
      // Limits how many attempts would be repeated after a crash.
      if (records.size > MAX_UNRECORDED) await recorded;
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
    await Promise.race([Promise.all(lanes), sleep(POLL_MS, undefined, { ref: false })]);
    // A slow delivery must not block those behind it.
    if (lanes.size === 0 || lanes.size === width || failed || isStopped()) continue;
    await readOn().catch(giveUp);
    open();
  }
  await Promise.allSettled(records);
  if (faults.length > 0) throw faults[0];
  await Promise.all(records);
  return sent;
}
