import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Database, getAgreedTime, type Trx } from '../../platform/db/index.ts';
import { clientAddress, type Implement, type Scope } from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { hmac } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import { hasBadge } from '../badges/index.ts';
import {
  allDaysCounted,
  buildSeries,
  countedNetwork,
  decideRange,
  findUncountedRange,
  nextCountingStep,
  parseMidnight,
  sumIssuedDays,
  summarizeCounts,
} from './rules.ts';
import {
  countIssuedByDay,
  deleteOldClients,
  findNewestDayBefore,
  isCredentialErased,
  lockCountedFrom,
  readCounts,
  readDailyCounts,
  recordEngagement,
  recountDays,
  setCountedFrom,
  startCounting,
} from './store.ts';

export { deleteOldClients } from './store.ts';

type EngagementDeps = {
  db: Database;
  clock: Clock;
  /** Hashes clients, which are remembered for 24 hours. */
  clientKeys: PurposeKeys;
};

export function registerEngagement({ implement }: Scope, deps: EngagementDeps) {
  return [engagementRoutes(implement, deps), statsRoutes(implement, deps)];
}

function engagementRoutes(implement: Implement, { db, clock, clientKeys }: EngagementDeps) {
  const missing = async (id: string): Promise<Problem> =>
    new Problem((await isCredentialErased(db, id)) ? 'credential_gone' : 'credential_not_found');

  return implement(contract.engagementOperations, {
    recordEngagement: async ({ params: { awardGuid }, body, request }) => {
      const recorded = await recordEngagement(db, {
        credentialId: awardGuid,
        kind: body.kind,
        network: countedNetwork(body),
        client: hmac(clientKeys.current(), clientAddress(request)).subarray(0, 16),
        eventId: newId(),
        now: clock(),
      });
      if (recorded === null) throw await missing(awardGuid);
      return { recorded };
    },

    awardStats: async ({ params: { awardGuid } }) => {
      const counted = await readCounts(db, awardGuid);
      if (!counted) throw await missing(awardGuid);
      return { stats: summarizeCounts(counted) };
    },
  });
}

/** Engagement by day, per account and per badge. */
function statsRoutes(implement: Implement, { db, clock }: EngagementDeps) {
  const series = async (
    who: Caller,
    query: contract.OperationQuery<typeof contract.stats>,
    badgeId?: string,
  ) => {
    const range = decideRange(query, clock().getTime());
    if ('error' in range) throw invalid(range.field, range.error);
    const { counted, countedFrom } = await readDailyCounts(db, who.accountId, badgeId, range);
    const before = findUncountedRange(range, countedFrom);
    const one = before ? await countIssuedByDay(db, who.accountId, badgeId, before) : [];
    return buildSeries(range, counted, [...one, ...sumIssuedDays(counted, countedFrom)]);
  };

  return implement(contract.statsOperations, {
    stats: ({ query, who }) => series(who, query),

    badgeStats: async ({ params: { badgeId }, query, who }) => {
      if (!(await hasBadge(db, who.accountId, badgeId))) throw new Problem('badge_not_found');
      return series(who, query, badgeId);
    },
  });
}

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
