import * as contract from '@insignia/contract';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import type { SharingDeps } from './deps.ts';
import { sendCredential } from './send.ts';
import { sendVisitorMail } from './send-visitor-mail.ts';
import { shareCredential } from './share.ts';

/** Operations that email a credential. */
export function sharingRoutes(route: Router, deps: SharingDeps): void {
  route(contract.sendAward, async ({ params, body, who, once }) =>
    sendCredential(deps, who, params.awardId, body.email, once()),
  );

  route(contract.shareAward, async ({ params, body, who, once }) =>
    shareCredential(deps, who, params.awardId, body, once()),
  );

  route(contract.sendPublic, async ({ params, body, request }) => {
    await sendVisitorMail(deps, params.guid, body, clientAddress(request));
    return 'the credential was sent';
  });
}
