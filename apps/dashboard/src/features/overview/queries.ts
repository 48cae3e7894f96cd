import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The last days and the same number before, in UTC as on the server. */
export function periodsOf(days: number, now = Date.now()) {
  const first = now - (days - 1) * dayMs;
  return {
    present: { from: dayOf(first), to: dayOf(now) },
    before: { from: dayOf(first - days * dayMs), to: dayOf(first - dayMs) },
  };
}

export const seriesQuery = (
  { accountId, api }: Here,
  period: { from: string; to: string },
  badgeId: string | undefined,
) =>
  queryOptions({
    queryKey: [accountId, 'stats', period, badgeId ?? ''],
    queryFn: ({ signal }) =>
      badgeId === undefined
        ? api.account.stats(period, { signal })
        : api.badges.stats({ ...period, badgeId }, { signal }),
  });
export type Series = Awaited<ReturnType<Here['api']['account']['stats']>>;

export const actsQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'acts'],
    queryFn: async ({ signal }) => (await api.auditLog.list({}, { signal })).items,
  });

/** Recent failures. One page: one failure is as urgent as fifty. */
export const troublesQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'troubles'],
    queryFn: async ({ signal }) => {
      const [{ webhooks }, bounced, failed] = await Promise.all([
        api.webhooks.list({}, { signal }),
        api.mail.list({ state: 'bounced' }, { signal }),
        api.mail.list({ state: 'failed' }, { signal }),
      ]);
      return { webhooks, mails: [...bounced.items, ...failed.items] };
    },
  });

const pollEveryMs = 2_000;
export const goesOn = ({ finishedAt }: { finishedAt: string | null }): boolean =>
  finishedAt === null;

/** Newest imports, refreshed while one is running. */
export const newestImportsQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'imports', 'newest'],
    queryFn: async ({ signal }) => (await api.imports.list({}, { signal })).imports,
    refetchInterval: ({ state: { data } }) => (data?.some(goesOn) ? pollEveryMs : false),
  });
