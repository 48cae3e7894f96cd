import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Implement } from '../../platform/http/index.ts';
import { readActivity } from '../events/index.ts';
import type { CredentialDeps } from './deps.ts';
import { eraseCredential } from './erase.ts';
import { revokeOne } from './revoke.ts';
import { findCredential } from './store.ts';

/** Operations on issued credentials. */
export function credentialLifecycleRoutes(implement: Implement, deps: CredentialDeps) {
  return implement(contract.lifecycleOperations, {
    revokeAward: async ({ params, body, who }) => {
      await revokeOne(deps, who, params.awardId, body.reason ?? '');
      return { revoked: true } as const;
    },

    deleteAward: async ({ params, who }) => {
      await eraseCredential(deps, who, params.awardId);
      return { deleted: true } as const;
    },

    awardEvents: async ({ params: { awardId }, who }) => {
      if (!(await findCredential(deps.db, who.accountId, awardId)))
        throw new Problem('credential_not_found');
      return { events: await readActivity(deps.db, who.accountId, awardId) };
    },
  });
}
