import { randomBytes } from 'node:crypto';
import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import {
  type Auth,
  createAuthHeaders,
  endSession,
  endSessionsBeside,
  unwrapCause,
} from '../people/index.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  deleteApiKeyAsOperator,
  deleteUserApiKeys,
  insertApiKey,
  listUserSessions,
  lockAndCountApiKeys,
  selectApiKeys,
} from './store.ts';

export {
  createAuthenticate,
  createPageUser,
  type PageUser,
  type PageViewer,
} from './authenticate.ts';
export { createKeyUsage, KeyCache, keysCacheTag } from './authenticate-key.ts';
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

type ApiKeyDeps = {
  db: Database;
  clock: Clock;
  /** Invalidates cached API keys. */
  invalidateKeys: () => Promise<void>;
};

/** Creates a key. Only its hash is stored, so this is the only time it can be shown. */
async function createKey(
  { db, clock }: ApiKeyDeps,
  who: Caller,
  input: { name: string; scope: contract.KeyScope },
) {
  const digits = randomBytes(16).toString('hex');
  const key = `${contract.keyPrefix}_${digits}`;
  const id = newId();
  const { accountId, memberId } = who;
  const now = clock();
  const row = { id, accountId, memberId, ...input, prefix: digits.slice(0, 8), hash: sha256(key) };
  await db.write(async (trx) => {
    if ((await lockAndCountApiKeys(trx, accountId)) >= contract.MAX_API_KEYS)
      throw new Problem('key_limit_reached');
    await insertApiKey(trx, { ...row, isSsoOnly: who.isSsoOnly ?? false, now });
    await recordAction(trx, who, { action: 'createKey', target: id, fields: input }, now);
  });
  return { keyId: id, key, ...input };
}

/** Admins manage all keys of the account, others their own. */
function visibleMemberId({ role, memberId }: Caller): string | undefined {
  return contract.roleRanks[role] >= contract.roleRanks.admin ? undefined : memberId;
}

function listKeys({ db }: ApiKeyDeps, who: Caller): Promise<ApiKeyRow[]> {
  return selectApiKeys(db, who.accountId, visibleMemberId(who));
}

async function revokeKey(
  { db, clock, invalidateKeys }: ApiKeyDeps,
  who: Caller,
  keyId: string,
): Promise<void> {
  await db.write(async (trx) => {
    const key = await deleteApiKey(trx, who.accountId, visibleMemberId(who), keyId);
    if (!key) throw new Problem('key_not_found');
    await recordAction(trx, who, { action: 'revokeKey', target: keyId, name: key.name }, clock());
  });
  await invalidateKeys();
}

/** For the operator. Returns false for an unknown key. */
export async function revokeKeyAsOperator(
  { db, clock, invalidateKeys }: ApiKeyDeps,
  keyId: string,
): Promise<boolean> {
  const isFound = await db.write(async (trx) => {
    const key = await deleteApiKeyAsOperator(trx, keyId);
    if (!key) return false;
    const act = { action: 'revokeKey', target: keyId, name: key.name } as const;
    await recordAction(trx, createOperatorActor(key.accountId), act, clock());
    return true;
  });
  if (isFound) await invalidateKeys();
  return isFound;
}

/** Revokes all keys of a user in every account. The caller invalidates the cache. */
export async function revokeUserKeys(trx: Trx, personId: string, now: Date): Promise<void> {
  for (const { keyId, accountId, name } of await deleteUserApiKeys(trx, personId)) {
    const act = { action: 'revokeKey', target: keyId, name } as const;
    await recordAction(trx, { accountId, personId }, act, now);
  }
}
