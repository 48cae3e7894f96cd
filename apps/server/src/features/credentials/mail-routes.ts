import * as contract from '@insignia/contract';
import { z } from 'zod';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import { credentialId } from './credential-id.ts';
import type { CredentialDeps } from './deps.ts';
import { send } from './send.ts';
import { sendPublic } from './send-public.ts';
import { share } from './share.ts';

const byId = z.object({ awardId: contract.idOrUrl });
const refusals = ['credential_not_found', 'credential_revoked'] as const;

/** The ways in which a credential is mailed. */
export function credentialMailRoutes(route: Router, deps: CredentialDeps): void {
  route(
    'sendAward',
    {
      params: byId,
      body: contract.sendAward,
      reply: z.object({ sent: z.literal(true) }),
      envelope: true,
      errors: [...refusals, 'recipient_unsubscribed'],
    },
    async ({ params, body, who, once }) => {
      const id = credentialId(params.awardId, body.awardId, 'awardId');
      return send(deps, who, id, body.email, once());
    },
  );

  route(
    'shareAward',
    {
      params: byId,
      body: contract.shareAward,
      reply: z.object({ shared: z.literal(true) }),
      envelope: true,
      errors: refusals,
    },
    async ({ params, body, who, once }) => {
      const id = credentialId(params.awardId, body.awardId, 'awardId');
      return share(deps, who, id, body, once());
    },
  );

  route(
    'sendPublic',
    {
      params: z.object({ guid: contract.idOrUrl }),
      body: contract.sendPublic,
      reply: z.string(),
      envelope: true,
      errors: ['credential_not_found', 'credential_gone', 'credential_revoked'],
    },
    async ({ params, body, request }) => {
      const id = credentialId(params.guid, body.guid, 'guid');
      await sendPublic(deps, id, body, clientAddress(request));
      return 'the credential was sent';
    },
  );
}
