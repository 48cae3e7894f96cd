import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

type Api = Pick<AccountContextValue, 'accountId' | 'api'>;
export type State = Awaited<ReturnType<AccountContextValue['api']['provisioning']['get']>>;

export const stateQuery = ({ accountId, api }: Api) =>
  queryOptions({
    queryKey: [accountId, 'provisioning'],
    queryFn: ({ signal }) => api.provisioning.get({}, { signal }),
  });

export const tokensQuery = ({ accountId, api }: Api) =>
  queryOptions({
    queryKey: [accountId, 'provisioning', 'tokens'],
    queryFn: async ({ signal }) => (await api.provisioning.tokens({}, { signal })).items,
  });
