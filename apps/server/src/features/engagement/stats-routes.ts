import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import type { EngagementDeps } from './deps.ts';
import { issuedByDay } from './issued-store.ts';
import { decideRange, issuedOf, seriesOf, uncounted } from './rules.ts';
import { hasBadge, perDay } from './store.ts';

/** Engagement by day, per account and per badge. */
export function statsRoutes(route: Router, { db, clock }: EngagementDeps): void {
  const series = async (
    who: Caller,
    query: contract.QueryOf<typeof contract.stats>,
    badgeId?: string,
  ) => {
    const range = decideRange(query, clock().getTime());
    if ('fault' in range) throw invalid(range.field, range.fault);
    const { counted, countedFrom } = await perDay(db, who.accountId, badgeId, range);
    const before = uncounted(range, countedFrom);
    const one = before ? await issuedByDay(db, who.accountId, badgeId, before) : [];
    return seriesOf(range, counted, [...one, ...issuedOf(counted, countedFrom)]);
  };

  route(contract.stats, ({ query, who }) => series(who, query));

  route(contract.badgeStats, async ({ params: { badgeId }, query, who }) => {
    if (!(await hasBadge(db, who.accountId, badgeId))) throw new Problem('badge_not_found');
    return series(who, query, badgeId);
  });
}
