import type { createKey } from '@insignia/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AccountContextValue } from '../../shared/account.ts';

export type Scope = z.output<typeof createKey.body>['scope'];

export const keysQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'keys'],
    queryFn: async ({ signal }) => (await api.keys.list({}, { signal })).items,
  });
