import type { Trx } from '../../platform/db/index.ts';
import {
  beginCounting,
  holdCountedFrom,
  newestBefore,
  recount,
  setCountedFrom,
} from './issued-store.ts';
import { allCounted, midnightOf, turnOfCounting } from './rules.ts';

/**
 * Counts days from before counters existed, newest first, one per run. Issuing doesn't wait,
 * because only past days are counted. Erasing waits for the run.
 */
export async function countDaysBefore(trx: Trx, now: Date): Promise<'again' | undefined> {
  const turn = turnOfCounting(await holdCountedFrom(trx), now.getTime());
  if (turn === 'begin') await beginCounting(trx, now);
  if (turn === undefined || turn === 'begin') return undefined;
  const day = (await newestBefore(trx, turn.end)) ?? allCounted;
  await recount(trx, midnightOf(day), turn.end);
  await setCountedFrom(trx, day);
  return day === allCounted ? undefined : 'again';
}
