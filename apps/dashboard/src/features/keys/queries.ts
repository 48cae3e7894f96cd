import type { createKey } from '@insignia/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Here } from '../../shared/account.ts';

export type Scope = z.output<typeof createKey.body>['scope'];

export const keysQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'keys'],
    queryFn: async ({ signal }) => (await api.keys.list({}, { signal })).items,
  });
