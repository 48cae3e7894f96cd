import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

const dayMs = 86_400_000;
const formatUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The last days and the same number before, in UTC as on the server. */
export function getPeriods(days: number, now = Date.now()) {
  const first = now - (days - 1) * dayMs;
  return {
    present: { from: formatUtcDay(first), to: formatUtcDay(now) },
    before: { from: formatUtcDay(first - days * dayMs), to: formatUtcDay(first - dayMs) },
  };
}

export const seriesQuery = (
  { accountId, api }: AccountContextValue,
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
export type Series = Awaited<ReturnType<AccountContextValue['api']['account']['stats']>>;

export const auditEntriesQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'acts'],
    queryFn: async ({ signal }) => (await api.auditLog.list({}, { signal })).items,
  });

/** Recent failures. One page: one failure is as urgent as fifty. */
export const attentionQuery = ({ accountId, api, may }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'troubles'],
    queryFn: async ({ signal }) => {
      const [{ webhooks }, bounced, failed, written, connections] = await Promise.all([
        api.webhooks.list({}, { signal }),
        api.mail.list({ state: 'bounced' }, { signal }),
        api.mail.list({ state: 'failed' }, { signal }),
        api.mail.countWritten({}, { signal }),
        may('listSsoConnections') ? api.sso.connections({}, { signal }) : { items: [] },
      ]);
      const mails = [...bounced.items, ...failed.items];
      return { webhooks, mails, written, connections: connections.items };
    },
  });

const pollEveryMs = 2_000;
export const isRunning = ({ finishedAt }: { finishedAt: string | null }): boolean =>
  finishedAt === null;

/** Newest imports, refreshed while one is running. */
export const newestImportsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'imports', 'newest'],
    queryFn: async ({ signal }) => (await api.imports.list({}, { signal })).items,
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? pollEveryMs : false),
  });
