import * as contract from '@insignia/contract';
import { clientAddress, type Implement } from '../../platform/http/index.ts';
import type { SharingDeps } from './deps.ts';
import { sendCredential } from './send.ts';
import { sendVisitorMail } from './send-visitor-mail.ts';
import { shareCredential } from './share.ts';

/** Operations that email a credential. */
export function sharingRoutes(implement: Implement, deps: SharingDeps) {
  return implement(
    { ...contract.sendingOperations, ...contract.visitorOperations },
    {
      sendAward: async ({ params, body, who, once }) =>
        sendCredential(deps, who, params.awardId, body.email, once()),

      shareAward: async ({ params, body, who, once }) =>
        shareCredential(deps, who, params.awardId, body, once()),

      sendPublic: async ({ params, body, request }) => {
        await sendVisitorMail(deps, params.guid, body, clientAddress(request));
        return 'the credential was sent';
      },
    },
  );
}
