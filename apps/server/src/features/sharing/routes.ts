import * as contract from '@insignia/contract';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import type { SharingDeps } from './deps.ts';
import { send } from './send.ts';
import { sendPublic } from './send-public.ts';
import { share } from './share.ts';

/** Operations that email a credential. */
export function sharingRoutes(route: Router, deps: SharingDeps): void {
  route(contract.sendAward, async ({ params, body, who, once }) =>
    send(deps, who, params.awardId, body.email, once()),
  );

  route(contract.shareAward, async ({ params, body, who, once }) =>
    share(deps, who, params.awardId, body, once()),
  );

  route(contract.sendPublic, async ({ params, body, request }) => {
    await sendPublic(deps, params.guid, body, clientAddress(request));
    return 'the credential was sent';
  });
}
