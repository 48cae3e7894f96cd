import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import type { AuditEntry } from '../../shared/audit-sentence.tsx';
import { groupAuditEntries } from '../../shared/group-audit-entries.ts';
import type { AuditSearch } from './search.ts';

/** Days in the user's time zone, start to end. */
export function buildAuditFilter({ person, action, from, to }: AuditSearch) {
  return {
    ...(person && { personId: person }),
    ...(action && { action }),
    ...(from && { since: new Date(`${from}T00:00:00.000`).toISOString() }),
    ...(to && { until: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

/** Hundreds of entries may fold into one line, so several pages are loaded at once. */
const requests = 3;
const lines = 20;

export const auditQuery = ({ accountId, api }: AccountContextValue, search: AuditSearch) => {
  const filter = buildAuditFilter(search);
  return infiniteQueryOptions({
    queryKey: [accountId, 'audit', filter],
    queryFn: async ({ signal, pageParam }) => {
      let after = pageParam;
      const acts: AuditEntry[] = [];
      for (let left = requests; left > 0; left -= 1) {
        const page = { ...filter, ...(after === undefined ? {} : { lastEvaluatedKey: after }) };
        const { items, lastEvaluatedKey } = await api.auditLog.list(page, { signal });
        acts.push(...items);
        after = lastEvaluatedKey;
        if (after === undefined || groupAuditEntries(acts).length >= lines) break;
      }
      return { items: acts, lastEvaluatedKey: after };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
  });
};
