import * as contract from '@insignia/contract';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm.ts';
import type { PeopleDeps } from './deps.ts';
import { refuseForeignOrigin } from './own-origin.ts';
import { requestPasswordReset, resetPassword } from './reset.ts';
import { createAuthHeaders, passCookies } from './session-headers.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

const yes = { status: true } as const;

export function peopleRoutes(route: Router, deps: PeopleDeps): void {
  const { urls } = deps;

  route(contract.signUp, async ({ body, request }) => {
    refuseForeignOrigin(request, urls.base);
    await signUp(deps, body, clientAddress(request));
    return yes;
  });

  route(contract.confirmEmail, async ({ body, request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    const address = clientAddress(request);
    const { email } = await confirmEmail(deps, body.token, body.password, address);
    const signedIn = await signIn(
      deps,
      { email, password: body.password },
      createAuthHeaders(request),
      address,
    );
    passCookies(signedIn.headers, reply);
    return { ...yes, user: signedIn.user };
  });

  route(contract.signIn, async ({ body, request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    const signedIn = await signIn(deps, body, createAuthHeaders(request), clientAddress(request));
    passCookies(signedIn.headers, reply);
    return { ...yes, user: signedIn.user };
  });

  route(contract.signOut, async ({ request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    passCookies(await signOut(deps, createAuthHeaders(request)), reply);
    return yes;
  });

  route(contract.requestPasswordReset, async ({ body, request }) => {
    refuseForeignOrigin(request, urls.base);
    await requestPasswordReset(deps, body.email, clientAddress(request));
    return yes;
  });

  route(contract.resetPassword, async ({ body, request }) => {
    refuseForeignOrigin(request, urls.base);
    await resetPassword(deps, body, clientAddress(request));
    return yes;
  });

  route(contract.changePassword, async ({ body, who, request }) => {
    await changePassword(deps, who, body, createAuthHeaders(request));
    return yes;
  });
}
