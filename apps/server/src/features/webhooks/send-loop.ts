import { setTimeout as sleep } from 'node:timers/promises';
import type { DueDelivery } from './work-store.ts';

export type SendResult = { isGood: boolean; recorded: Promise<void> };
export type SendLoopParts = {
  /** Deliveries sent at the same time. */
  concurrency: number;
  /** Up to READ_BATCH_SIZE due deliveries after the id and except `excludedIds`, oldest first. */
  read: (after: string | undefined, excludedIds: string[]) => Promise<DueDelivery[]>;
  send: (due: DueDelivery) => Promise<SendResult>;
  isStopped: () => boolean;
};

export const READ_BATCH_SIZE = 400;
/** Limits how many attempts a crash would repeat. In batches of results. */
const MAX_UNRECORDED = 4;
const POLL_MS = 300;
const RESTART_MS = 1_000;

/**
 * Sends to one endpoint, and reads ahead. After a failure, starts no more deliveries, because the
 * endpoint may be down. Returns the number sent.
 */
export async function runSendLoop({
  concurrency,
  read,
  send,
  isStopped,
}: SendLoopParts): Promise<number> {
  const queue = await read(undefined, []);
  /** Read, and not known to be recorded. Bounded by the queue and the unrecorded batches. */
  const readIds = new Set(queue.map(({ id }) => id));
  const lanes = new Set<Promise<void>>();
  const records = new Map<Promise<void>, string[]>();
  let after = queue.at(-1)?.id;
  let highest = after ?? '';
  let restartAt = performance.now() + RESTART_MS;
  let sent = 0;
  let isOver = queue.length < READ_BATCH_SIZE;
  let failed = false;
  const errors: unknown[] = [];
  /**
   * The database is unavailable: running attempts finish first, so that nobody repeats them
   * meanwhile.
   */
  const giveUp = (error: unknown): void => {
    failed = true;
    errors.push(error);
  };

  let reading: Promise<void> | undefined;
  const readMore = (): Promise<void> => {
    // A running read would overwrite the start.
    if (reading !== undefined) return reading;
    // Processes make ids by their own clocks, so new deliveries may have ids below those read.
    // Starting over each second finds them, also if the others never end.
    if (performance.now() >= restartAt) {
      after = undefined;
      restartAt = performance.now() + RESTART_MS;
    }
    const isAgain = after === undefined || after < highest;
    reading = read(after, isAgain ? [...readIds] : [])
      .then((more) => {
        queue.push(...more);
        for (const { id } of more) readIds.add(id);
        isOver = more.length < READ_BATCH_SIZE;
        const last = more.at(-1)?.id ?? highest;
        if (last > highest) highest = last;
        after = isOver ? highest : last;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const next = async (): Promise<DueDelivery | undefined> => {
    if (!isOver && queue.length < READ_BATCH_SIZE / 2) {
      const more = readMore();
      // Awaited by the lanes that find the queue empty.
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
      const batch = records.get(recorded);
      if (batch) {
        batch.push(due.id);
        continue;
      }
      const ids = [due.id];
      records.set(recorded, ids);
      recorded.then(
        () => {
          records.delete(recorded);
          for (const id of ids) readIds.delete(id);
        },
        // An attempt that can't be recorded would be repeated.
        () => {
          failed = true;
        },
      );
      if (records.size > MAX_UNRECORDED) await recorded;
    }
  };
  const open = (): void => {
    for (let free = Math.min(concurrency - lanes.size, queue.length); free > 0; free--) {
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
    if (lanes.size === 0 || lanes.size === concurrency || failed || isStopped()) continue;
    await readMore().catch(giveUp);
    open();
  }
  const unrecorded = [...records.keys()];
  await Promise.allSettled(unrecorded);
  if (errors.length > 0) throw errors[0];
  await Promise.all(unrecorded);
  return sent;
}
