import * as contract from '@insignia/contract';
import type { Implement } from '../../platform/http/index.ts';
import type { AccessDeps } from './deps.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

export function keyRoutes(implement: Implement, deps: AccessDeps) {
  return implement(contract.keyOperations, {
    createKey: ({ body, who }) => createKey(deps, who, body),

    listKeys: async ({ who }) => {
      const rows = await listKeys(deps, who);
      const items = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.getTime(),
        lastUsedAt: row.lastUsedAt?.getTime() ?? null,
      }));
      return { items };
    },

    revokeKey: async ({ params, who }) => {
      await revokeKey(deps, who, params.keyId);
      return 'API key revoked';
    },
  });
}
