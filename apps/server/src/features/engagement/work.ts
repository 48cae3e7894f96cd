import type { Clock } from '../../kernel/clock.ts';
import { getAgreedTime, type Trx } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { allDaysCounted, nextCountingStep, parseMidnight } from './rules.ts';
import {
  deleteOldClients,
  findNewestDayBefore,
  lockCountedFrom,
  recountDays,
  setCountedFrom,
  startCounting,
} from './store.ts';

export function registerEngagementWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'engagement clients', run: deleteOldClients },
    {
      name: 'issued days',
      run: async (trx) => countDaysBefore(trx, await getAgreedTime(trx, clock())),
    },
  );
}

/**
 * Counts days from before counters existed, newest first, one per run. Issuing doesn't wait,
 * because only past days are counted. Erasing waits for the run.
 */
export async function countDaysBefore(trx: Trx, now: Date): Promise<'again' | undefined> {
  const turn = nextCountingStep(await lockCountedFrom(trx), now.getTime());
  if (turn === 'begin') await startCounting(trx, now);
  if (turn === undefined || turn === 'begin') return undefined;
  const day = (await findNewestDayBefore(trx, turn.end)) ?? allDaysCounted;
  await recountDays(trx, parseMidnight(day), turn.end);
  await setCountedFrom(trx, day);
  return day === allDaysCounted ? undefined : 'again';
}
