import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { createAuthHeaders, endOtherSessions, endSession, unwrapCause } from '../people/index.ts';
import type { AccessDeps } from './deps.ts';
import { listUserSessions } from './session-store.ts';

const yes = { status: true } as const;

export function sessionRoutes(route: Router, { db, auth }: AccessDeps): void {
  route(contract.getToken, async ({ who, request }) => {
    if (!who.byCookie) throw new Problem('unauthorized');
    return auth.api.getToken({ headers: createAuthHeaders(request) }).catch((error: unknown) => {
      // The session ended after the check: its user or account is being deleted.
      if ((error as { statusCode?: number }).statusCode === 401)
        throw new Problem('invalid_credentials');
      throw unwrapCause(error);
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
    const rows = await listUserSessions(db, who.personId);
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
}
