import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import {
  type Auth,
  createAuthHeaders,
  endSession,
  endSessionsBeside,
  unwrapCause,
} from '../people/index.ts';
import { type ApiKeyDeps, createKey, listKeys, revokeKey } from './keys.ts';
import { listUserSessions } from './store.ts';

export {
  createAuthenticate,
  createPageUser,
  type PageUser,
  type PageViewer,
} from './authenticate.ts';
export { createKeyUsage, KeyCache, keysCacheTag } from './authenticate-key.ts';
export { revokeKeyAsOperator, revokeUserKeys } from './keys.ts';
export {
  callerByKeyStatement,
  deleteMemberApiKeys,
  deleteTokenKeys,
  hasAccount,
  listUserSessions,
  retireTokenKeys,
  retireTokenKeysExcept,
  type SessionRow,
  selectApiKeys,
} from './store.ts';

type AccessDeps = ApiKeyDeps & { auth: Auth };

export function registerAccess({ implement }: Scope, deps: AccessDeps) {
  return [sessionRoutes(implement, deps), keyRoutes(implement, deps)];
}

const yes = { status: true } as const;

function sessionRoutes(implement: Implement, { db, auth }: AccessDeps) {
  return implement(contract.sessionOperations, {
    getToken: async ({ who, request }) => {
      if (!who.byCookie) throw new Problem('unauthorized');
      return auth.api.getToken({ headers: createAuthHeaders(request) }).catch((error: unknown) => {
        // The session ended after the check: its user or account is being deleted.
        if ((error as { statusCode?: number }).statusCode === 401)
          throw new Problem('invalid_credentials');
        throw unwrapCause(error);
      });
    },

    getJwks: async () => {
      const { keys } = await auth.api.getJwks();
      return { keys: keys.map((key) => ({ ...key, kid: String(key.kid) })) };
    },

    getSession: async ({ who }) => ({
      user: { id: who.personId, name: who.name, email: who.email },
    }),

    listSessions: async ({ who }) => {
      const rows = await listUserSessions(db, who);
      const items = rows.map(({ createdAt, expiresAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: row.id === who.sessionId,
      }));
      return { items };
    },

    revokeSession: async ({ body, who }) => {
      const id = readId(body.sessionId);
      if (!id || !(await endSession(db, who, id))) throw new Problem('session_not_found');
      return yes;
    },

    revokeOtherSessions: async ({ who }) => {
      await endSessionsBeside(db, who);
      return yes;
    },
  });
}

function keyRoutes(implement: Implement, deps: ApiKeyDeps) {
  return implement(contract.keyOperations, {
    createKey: ({ body, who }) => createKey(deps, who, body),

    listKeys: async ({ who }) => {
      const rows = await listKeys(deps, who);
      const items = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
      return { items };
    },

    revokeKey: async ({ params, who }) => {
      await revokeKey(deps, who, params.keyId);
      return { deleted: true } as const;
    },
  });
}
