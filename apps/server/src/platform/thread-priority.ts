import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Weighs a third of a thread that answers requests, where both want a processor. */
const LOWER = 5;

/** Lets threads that answer requests go before the one that calls it. Only Linux has priorities by thread. */
export function lowerThreadPriority(): void {
  try {
    // The number of the thread, which has a priority as a process has.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOWER);
  } catch {
    // Elsewhere all threads weigh the same.
  }
}
