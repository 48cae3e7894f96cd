import * as contract from '@insignia/contract';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { credentialId } from './credential-id.ts';
import type { CredentialDeps } from './deps.ts';
import { erase } from './erase.ts';
import { type EventRow, eventsOf } from './life-store.ts';
import { revoke } from './revoke.ts';
import { credentialById } from './store.ts';

const byId = z.object({ awardId: contract.idOrUrl });
const names = {
  'credential.issued': 'issued',
  'credential.delivered': 'mailed',
  'credential.viewed': 'viewed',
  'credential.shared': 'shared',
  'credential.revoked': 'revoked',
} as const;

const item = ({ type, at, data }: EventRow) => ({
  type: names[type as keyof typeof names],
  at: at.toISOString(),
  ...(data.reason ? { reason: data.reason } : {}),
});

/** What can happen to a credential once it is issued. */
export function credentialLifeRoutes(route: Router, deps: CredentialDeps): void {
  route(
    'revokeAward',
    {
      params: byId,
      body: contract.revokeAward,
      reply: z.object({ revoked: z.literal(true) }),
      envelope: true,
      errors: ['credential_not_found', 'already_revoked'],
    },
    async ({ params, body, who }) => {
      const id = credentialId(params.awardId, body.awardId);
      await revoke(deps, who, id, body.reason ?? '');
      return { revoked: true } as const;
    },
  );

  route(
    'deleteAward',
    {
      params: byId,
      reply: z.object({ deleted: z.literal(true) }),
      envelope: true,
      errors: ['credential_not_found'],
    },
    async ({ params, who }) => {
      await erase(deps, who, credentialId(params.awardId));
      return { deleted: true } as const;
    },
  );

  route(
    'awardEvents',
    {
      params: byId,
      reply: z.object({ events: z.array(contract.awardEvent) }),
      envelope: true,
      errors: ['credential_not_found'],
    },
    async ({ params, who }) => {
      const id = credentialId(params.awardId);
      if (!(await credentialById(deps.db, who.accountId, id)))
        throw new Problem('credential_not_found');
      return { events: (await eventsOf(deps.db, who.accountId, id)).map(item) };
    },
  );
}
