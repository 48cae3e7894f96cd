import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { timelineOf } from '../events/index.ts';
import type { CredentialDeps } from './deps.ts';
import { erase } from './erase.ts';
import { revoke } from './revoke.ts';
import { credentialById } from './store.ts';

/** Operations on issued credentials. */
export function credentialLifeRoutes(route: Router, deps: CredentialDeps): void {
  route(contract.revokeAward, async ({ params, body, who }) => {
    await revoke(deps, who, params.awardId, body.reason ?? '');
    return { revoked: true } as const;
  });

  route(contract.deleteAward, async ({ params, who }) => {
    await erase(deps, who, params.awardId);
    return { deleted: true } as const;
  });

  route(contract.awardEvents, async ({ params: { awardId }, who }) => {
    if (!(await credentialById(deps.db, who.accountId, awardId)))
      throw new Problem('credential_not_found');
    return { events: await timelineOf(deps.db, who.accountId, awardId) };
  });
}
