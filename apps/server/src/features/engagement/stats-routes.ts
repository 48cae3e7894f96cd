import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Implement } from '../../platform/http/index.ts';
import type { EngagementDeps } from './deps.ts';
import { countIssuedByDay } from './issued-store.ts';
import { buildSeries, decideRange, findUncountedRange, sumIssuedDays } from './rules.ts';
import { hasBadge, readDailyCounts } from './store.ts';

/** Engagement by day, per account and per badge. */
export function statsRoutes(implement: Implement, { db, clock }: EngagementDeps) {
  const series = async (
    who: Caller,
    query: contract.OperationQuery<typeof contract.stats>,
    badgeId?: string,
  ) => {
    const range = decideRange(query, clock().getTime());
    if ('fault' in range) throw invalid(range.field, range.fault);
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
