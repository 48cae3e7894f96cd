import * as contract from '@insignia/contract';
import { clientAddress, type Implement } from '../../platform/http/index.ts';
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

export function peopleRoutes(implement: Implement, deps: PeopleDeps) {
  const { urls } = deps;

  return implement(
    { ...contract.signInOperations, ...contract.passwordOperations },
    {
      signUp: async ({ body, request }) => {
        refuseForeignOrigin(request, urls.base);
        await signUp(deps, body, clientAddress(request));
        return yes;
      },

      confirmEmail: async ({ body, request, reply }) => {
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
      },

      signIn: async ({ body, request, reply }) => {
        refuseForeignOrigin(request, urls.base);
        const signedIn = await signIn(
          deps,
          body,
          createAuthHeaders(request),
          clientAddress(request),
        );
        passCookies(signedIn.headers, reply);
        return { ...yes, user: signedIn.user };
      },

      signOut: async ({ request, reply }) => {
        refuseForeignOrigin(request, urls.base);
        passCookies(await signOut(deps, createAuthHeaders(request)), reply);
        return yes;
      },

      requestPasswordReset: async ({ body, request }) => {
        refuseForeignOrigin(request, urls.base);
        await requestPasswordReset(deps, body.email, clientAddress(request));
        return yes;
      },

      resetPassword: async ({ body, request }) => {
        refuseForeignOrigin(request, urls.base);
        await resetPassword(deps, body, clientAddress(request));
        return yes;
      },

      changePassword: async ({ body, who, request }) => {
        await changePassword(deps, who, body, createAuthHeaders(request));
        return yes;
      },
    },
  );
}
