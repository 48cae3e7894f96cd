import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Gives the thread a third of the weight of a thread that answers requests, when both want a
 * processor.
 */
const LOWER = 5;

/**
 * Lowers the priority of the calling thread below that of threads that answer requests. Only Linux
 * has priorities per thread.
 */
export function lowerThreadPriority(): void {
  try {
    // Linux takes the number of a thread where it takes that of a process.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOWER);
  } catch {
    // Other systems weigh all threads equally.
  }
}
