import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm.ts';
import type { AccountDeps } from './deps.ts';
import { refuseForeignOrigin } from './own-origin.ts';
import { requestReset, resetPassword } from './reset.ts';
import { headersOf, passCookies } from './session-headers.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { endOtherSessions, endSession, sessionsOf } from './store.ts';

const yes = { status: true } as const;

export function accountRoutes(route: Router, deps: AccountDeps): void {
  const { auth, db, urls } = deps;

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
      headersOf(request),
      address,
    );
    passCookies(signedIn.headers, reply);
    return { ...yes, user: signedIn.user };
  });

  route(contract.signIn, async ({ body, request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    const signedIn = await signIn(deps, body, headersOf(request), clientAddress(request));
    passCookies(signedIn.headers, reply);
    return { ...yes, user: signedIn.user };
  });

  route(contract.signOut, async ({ request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    const { headers } = await auth.api.signOut({
      headers: headersOf(request),
      returnHeaders: true,
    });
    passCookies(headers, reply);
    return yes;
  });

  route(contract.requestPasswordReset, async ({ body, request }) => {
    refuseForeignOrigin(request, urls.base);
    await requestReset(deps, body.email, clientAddress(request));
    return yes;
  });

  route(contract.resetPassword, async ({ body, request }) => {
    refuseForeignOrigin(request, urls.base);
    await resetPassword(deps, body, clientAddress(request));
    return yes;
  });

  route(contract.getToken, async ({ who, request }) => {
    if (!who.byCookie) throw new Problem('unauthorized');
    return auth.api.getToken({ headers: headersOf(request) }).catch((error: unknown) => {
      // The session ended after it was looked at: its person, or the account, is being deleted.
      if ((error as { statusCode?: number }).statusCode === 401)
        throw new Problem('invalid_credentials');
      throw error;
    });
  });

  route(contract.getJwks, async () => {
    const { keys } = await auth.api.getJwks();
    return { keys: keys.map((key) => ({ ...key, kid: String(key.kid) })) };
  });

  route(contract.getSession, async ({ who }) => ({
    user: { id: who.personId, name: who.name, email: who.email },
  }));

  route(contract.listSessions, async ({ who }) => {
    const rows = await sessionsOf(db, who.personId);
    const items = rows.map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      current: row.id === who.sessionId,
    }));
    return { items };
  });

  route(contract.revokeSession, async ({ body, who }) => {
    const id = readId(body.sessionId);
    if (!id || !(await endSession(db, who.personId, id))) throw new Problem('session_not_found');
    return yes;
  });

  route(contract.revokeOtherSessions, async ({ who }) => {
    await endOtherSessions(db, who.personId, who.sessionId);
    return yes;
  });

  route(contract.changePassword, async ({ body, who, request }) => {
    await changePassword(deps, who, body, headersOf(request));
    return yes;
  });
}
