import * as contract from '@insignia/contract';
import { z } from 'zod';
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

const done = z.object({ status: z.literal(true) });
const user = z.object({ id: z.string(), name: z.string(), email: z.string() });
const session = z.object({
  id: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
});
const yes = { status: true } as const;

export function accountRoutes(route: Router, deps: AccountDeps): void {
  const { auth, db, urls } = deps;

  route(
    'signUp',
    { body: contract.signUp, reply: done, errors: ['sign_up_closed', 'origin_mismatch'] },
    async ({ body, request }) => {
      refuseForeignOrigin(request, urls.base);
      await signUp(deps, body, clientAddress(request));
      return yes;
    },
  );

  route(
    'confirmEmail',
    {
      body: contract.confirmEmail,
      reply: done.extend({ user }),
      errors: ['invalid_link_or_password', 'origin_mismatch'],
    },
    async ({ body, request, reply }) => {
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
    },
  );

  route(
    'signIn',
    {
      body: contract.signIn,
      reply: done.extend({ user }),
      errors: ['invalid_credentials', 'email_not_confirmed', 'origin_mismatch'],
    },
    async ({ body, request, reply }) => {
      refuseForeignOrigin(request, urls.base);
      const signedIn = await signIn(deps, body, headersOf(request), clientAddress(request));
      passCookies(signedIn.headers, reply);
      return { ...yes, user: signedIn.user };
    },
  );

  route('signOut', { reply: done, errors: ['origin_mismatch'] }, async ({ request, reply }) => {
    refuseForeignOrigin(request, urls.base);
    const { headers } = await auth.api.signOut({
      headers: headersOf(request),
      returnHeaders: true,
    });
    passCookies(headers, reply);
    return yes;
  });

  route(
    'requestPasswordReset',
    { body: contract.requestReset, reply: done },
    async ({ body, request }) => {
      refuseForeignOrigin(request, urls.base);
      await requestReset(deps, body.email, clientAddress(request));
      return yes;
    },
  );

  route(
    'resetPassword',
    { body: contract.resetPassword, reply: done, errors: ['invalid_reset_link'] },
    async ({ body, request }) => {
      refuseForeignOrigin(request, urls.base);
      await resetPassword(deps, body, clientAddress(request));
      return yes;
    },
  );

  route('getToken', { reply: z.object({ token: z.string() }) }, async ({ who, request }) => {
    if (!who.byCookie) throw new Problem('unauthorized');
    return auth.api.getToken({ headers: headersOf(request) });
  });

  route(
    'getJwks',
    { reply: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    async () => {
      const { keys } = await auth.api.getJwks();
      return { keys: keys.map((key) => ({ ...key, kid: String(key.kid) })) };
    },
  );

  route('getSession', { reply: z.object({ user }) }, async ({ who }) => ({
    user: { id: who.personId, name: who.name, email: who.email },
  }));

  route('listSessions', { reply: z.object({ items: z.array(session) }) }, async ({ who }) => {
    const rows = await sessionsOf(db, who.personId);
    const items = rows.map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      current: row.id === who.sessionId,
    }));
    return { items };
  });

  route(
    'revokeSession',
    { body: contract.revokeSession, reply: done, errors: ['session_not_found'] },
    async ({ body, who }) => {
      const id = readId(body.sessionId);
      if (!id || !(await endSession(db, who.personId, id))) throw new Problem('session_not_found');
      return yes;
    },
  );

  route('revokeOtherSessions', { reply: done }, async ({ who }) => {
    await endOtherSessions(db, who.personId, who.sessionId);
    return yes;
  });

  route(
    'changePassword',
    { body: contract.changePassword, reply: done, errors: ['fresh_sign_in_required'] },
    async ({ body, who, request }) => {
      await changePassword(deps, who, body, headersOf(request));
      return yes;
    },
  );
}
