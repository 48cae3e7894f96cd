import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import {
  acceptForms,
  clientAddress,
  type Implement,
  readRequestLanguage,
  type Scope,
} from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import {
  createAuthHeaders,
  isSsoOnly,
  passCookies,
  readSession,
  refuseForeignOrigin,
} from '../people/index.ts';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts';
import { hasChallenge, passSecondStep, secondStepPage } from './second-step.ts';
import { securityPage } from './security-section.ts';
import {
  completeSetup,
  getSecondFactor,
  removeFactor,
  replaceRecoveryCodes,
  type SetupDeps,
  startSetup,
} from './setup.ts';
import { listPasskeys } from './store.ts';

export { countLostFactors, createFactorSealer, secondFactorSecrets } from './sealer.ts';
export { createSecurityForms, type SecurityForm } from './security-section.ts';
export { removeLostFactor, type SetupDeps } from './setup.ts';
export { getSecondFactorTexts } from './texts.ts';

const yes = { status: true } as const;

export function registerSecondFactor(scope: Scope, deps: SetupDeps) {
  const { urls } = deps;
  scope.within(createPageScope(urls.base), ({ app }) => {
    secondStepPage(app, deps);
    securityPage(app, deps);
  });
  return [
    scope.within(acceptForms, ({ implement }) => factorRoutes(implement, deps)),
    passkeyRoutes(scope.implement, deps),
  ];
}

function factorRoutes(implement: Implement, deps: SetupDeps) {
  const { auth, urls } = deps;
  return implement(contract.secondFactorOperations, {
    getSecondFactor: async ({ who }) => getSecondFactor(deps, who.personId),

    enableTotp: async ({ body, who, request }) => {
      // A stolen JWT must not replace how its user signs in.
      if (!who.byCookie) throw new Problem('fresh_sign_in_required');
      return startSetup(deps, who, body.password, createAuthHeaders(request));
    },

    verifyTotp: async ({ body, request, reply }) => {
      refuseForeignOrigin(request, urls.base);
      const [headers, language] = [createAuthHeaders(request), readRequestLanguage(request)];
      const found = (await hasChallenge(deps, headers)) ? null : await readSession(auth, headers);
      if (found && !isSsoOnly(found.session, found.user.twoFactorEnabled)) {
        const { id, name, email } = found.user;
        await completeSetup(
          deps,
          { personId: id, sessionId: found.session.id, language },
          body.code,
        );
        return { ...yes, user: { id, name, email } };
      }
      const signedIn = await passSecondStep(deps, body.code, ['totp'], { headers, language });
      passCookies(signedIn.headers, reply);
      return { ...yes, user: signedIn.user };
    },

    verifyRecoveryCode: async ({ body, request, reply }) => {
      refuseForeignOrigin(request, urls.base);
      const signedIn = await passSecondStep(deps, body.code, ['recovery'], {
        ...{ headers: createAuthHeaders(request), language: readRequestLanguage(request) },
      });
      passCookies(signedIn.headers, reply);
      return { ...yes, user: signedIn.user };
    },

    replaceRecoveryCodes: async ({ body, who }) => ({
      ...yes,
      backupCodes: await replaceRecoveryCodes(deps, who.personId, body.code),
    }),

    disableTotp: async ({ body, who, request }) => {
      const language = readRequestLanguage(request);
      await removeFactor(deps, { personId: who.personId, language }, body.code);
      return yes;
    },
  });
}

function passkeyRoutes(implement: Implement, deps: SetupDeps) {
  const { db, urls } = deps;
  return implement(contract.passkeyOperations, {
    listPasskeys: async ({ who }) => ({
      items: (await listPasskeys(db, who.personId)).map(({ id, name, createdAt, lastUsedAt }) => ({
        ...{
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        },
      })),
    }),

    startPasskey: async ({ body, who, request }) => ({
      options: await startPasskey(deps, who, body.password, createAuthHeaders(request)),
    }),

    addPasskey: async ({ body, who, request }) => ({
      ...yes,
      id: await addPasskey(deps, { ...who, language: readRequestLanguage(request) }, body),
    }),

    renamePasskey: async ({ body, who }) => {
      await renamePasskey(deps, who.personId, body);
      return yes;
    },

    removePasskey: async ({ body, who, request }) => {
      await removePasskey(deps, { ...who, language: readRequestLanguage(request) }, body);
      return yes;
    },

    startPasskeySignIn: async ({ request }) => {
      refuseForeignOrigin(request, urls.base);
      return { options: await startPasskeySignIn(deps, clientAddress(request)) };
    },

    signInWithPasskey: async ({ body, request, reply }) => {
      refuseForeignOrigin(request, urls.base);
      const headers = createAuthHeaders(request);
      const client = clientAddress(request);
      const signedIn = await signInWithPasskey(deps, body.response, headers, client);
      passCookies(signedIn.headers, reply);
      return { ...yes, user: signedIn.user };
    },
  });
}
