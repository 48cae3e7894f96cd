import { createdKey, createKey as createKeyBody, idOrUrl, keyItem } from '@insignia/contract';
import { z } from 'zod';
import type { Router } from '../../platform/http/index.ts';
import { createKey, type KeyDeps, listKeys, revokeKey } from './keys.ts';

export function keyRoutes(route: Router, deps: KeyDeps): void {
  route('createKey', { body: createKeyBody, reply: createdKey }, ({ body, who }) =>
    createKey(deps, who, body),
  );

  route('listKeys', { reply: z.object({ items: z.array(keyItem) }) }, async ({ who }) => {
    const rows = await listKeys(deps, who);
    const items = rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.getTime(),
      lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    }));
    return { items };
  });

  route(
    'revokeKey',
    { params: z.object({ keyId: idOrUrl }), reply: z.string(), errors: ['key_not_found'] },
    async ({ params, who }) => {
      await revokeKey(deps, who, params.keyId);
      return 'API key revoked';
    },
  );
}
