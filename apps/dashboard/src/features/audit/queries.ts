import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';
import type { AuditSearch } from './search.ts';

/** Days as the reader has them, from their first moment to their last. */
export function filterOf({ person, action, from, to }: AuditSearch) {
  return {
    ...(person && { personId: person }),
    ...(action && { action }),
    ...(from && { since: new Date(`${from}T00:00:00.000`).toISOString() }),
    ...(to && { until: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

export const auditQuery = ({ accountId, api }: Here, search: AuditSearch) => {
  const filter = filterOf(search);
  return infiniteQueryOptions({
    queryKey: [accountId, 'audit', filter],
    queryFn: ({ signal, pageParam }) =>
      api.auditLog.list(
        { ...filter, ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
  });
};
