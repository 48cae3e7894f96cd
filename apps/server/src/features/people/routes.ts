import * as contract from '@insignia/contract';
import {
  acceptForms,
  clientAddress,
  type Implement,
  parseInput,
  readRequestLanguage,
  type Scope,
} from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { confirmEmailCode, sendEmailCode } from './email-code.ts';
import { mySignInPages } from './my-sign-in.ts';
import { type PeopleDeps, peoplePages } from './pages.ts';
import { changePassword, requestPasswordReset, resetPassword } from './password.ts';
import { createAuthHeaders, passCookies, refuseForeignOrigin } from './session.ts';
import { type SignInResult, signIn, signOut } from './sign-in.ts';
import { confirmEmail, signUp } from './sign-up.ts';

export function registerPeople(scope: Scope, deps: PeopleDeps) {
  scope.within(createPageScope(deps.urls.base), ({ app }) => {
    peoplePages(app, deps);
    mySignInPages(app, deps);
  });
  return scope.within(acceptForms, ({ implement }) => peopleRoutes(implement, deps));
}

const yes = { status: true } as const;
const secondStepReply = { twoFactorRedirect: true as const, twoFactorMethods: ['totp' as const] };

const describeSignIn = ({ user }: SignInResult) => (user ? { ...yes, user } : secondStepReply);

function peopleRoutes(implement: Implement, deps: PeopleDeps) {
  const { urls } = deps;

  return implement(
    {
      ...contract.signInOperations,
      ...contract.emailCodeOperations,
      ...contract.passwordOperations,
    },
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
        return describeSignIn(signedIn);
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
        return describeSignIn(signedIn);
      },

      requestEmailCode: async ({ body, request }) => {
        refuseForeignOrigin(request, urls.base);
        const language = readRequestLanguage(request);
        await sendEmailCode(deps, body.email, { client: clientAddress(request), language });
        return { sent: true } as const;
      },

      confirmEmailCode: async ({ body, request, reply }) => {
        refuseForeignOrigin(request, urls.base);
        const headers = createAuthHeaders(request);
        const signedIn = await confirmEmailCode(
          deps,
          parseInput(contract.emailConfirmation, body),
          headers,
          clientAddress(request),
        );
        passCookies(signedIn.headers, reply);
        return describeSignIn(signedIn);
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
