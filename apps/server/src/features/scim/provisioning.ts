import { randomBytes } from 'node:crypto';
import {
  MAX_PROVISIONING_TOKENS,
  type OperationBody,
  type ProvisionedRole,
  provisioningOperations,
  provisioningTokenPrefix,
  scimPath,
  type updateProvisioning,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { recordAction } from '../audit/index.ts';
import { isRecentSignIn } from '../people/index.ts';
import {
  countGroupMembers,
  listMembersWithOtherRole,
  lockGroupRoles,
  readGroupRoles,
  saveGroupRoles,
} from './group-store.ts';
import {
  deleteToken,
  insertProvisioningToken,
  listRequests,
  listTokens,
  lockAndCountTokens,
} from './store.ts';
import { updateRoles } from './users.ts';

export type ProvisioningDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** False if the operator closed `/scim/v2`. */
  isEnabled: boolean;
  invalidateKeys: () => Promise<void>;
};

const MAX_SHOWN_REQUESTS = 20;

/** Tokens and settings, for administrators. */
export function registerProvisioning({ implement }: Scope, deps: ProvisioningDeps) {
  const { db, clock, urls, isEnabled } = deps;
  return implement(provisioningOperations, {
    getProvisioning: async ({ who: { accountId } }) => {
      const requests = await listRequests(db, accountId, MAX_SHOWN_REQUESTS);
      return {
        enabled: isEnabled,
        url: urls.base + scimPath,
        ...(await readSettings(db, accountId)),
        directoryGroups: await countGroupMembers(db, accountId),
        requests: requests.map(({ at, ...request }) => ({ ...request, at: at.toISOString() })),
      };
    },

    updateProvisioning: async ({ body, who }) => {
      await updateGroupRoles(deps, who, body);
      return readSettings(db, who.accountId);
    },

    createProvisioningToken: async ({ body, who }) => {
      if (!isRecentSignIn(who.signedInAt?.getTime(), clock().getTime()))
        throw new Problem('fresh_sign_in_required');
      return createToken(deps, who, body.role);
    },

    listProvisioningTokens: async ({ who }) => {
      const rows = await listTokens(db, who.accountId);
      const items = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
      return { items };
    },

    revokeProvisioningToken: async ({ params: { tokenId }, who }) => {
      await db.write(async (trx) => {
        const name = await deleteToken(trx, who.accountId, tokenId);
        if (name === undefined) throw new Problem('provisioning_token_not_found');
        const act = { action: 'revokeProvisioningToken', target: tokenId, name } as const;
        await recordAction(trx, who, act, clock());
      });
      return { deleted: true } as const;
    },
  });
}

async function readSettings(db: Database, accountId: string) {
  const { defaultRole, written } = await readGroupRoles(db, accountId);
  return { defaultRole, groups: written };
}

/** Only the hash is stored, so this is the only time the token can be shown. */
async function createToken(
  { db, clock }: ProvisioningDeps,
  who: Caller,
  role: ProvisionedRole,
): Promise<{ tokenId: string; token: string }> {
  const digits = randomBytes(16).toString('hex');
  const token = provisioningTokenPrefix + digits;
  const [id, prefix, now] = [newId(), digits.slice(0, 8), clock()];
  const { accountId, personId } = who;
  await db.write(async (trx) => {
    if ((await lockAndCountTokens(trx, accountId)) >= MAX_PROVISIONING_TOKENS)
      throw new Problem('key_limit_reached');
    await insertProvisioningToken(trx, {
      id,
      accountId,
      personId,
      role,
      prefix,
      hash: sha256(token),
      now,
    });
    const act = { action: 'createProvisioningToken', target: id, name: prefix } as const;
    await recordAction(trx, who, { ...act, fields: { role } }, now);
  });
  return { tokenId: id, token };
}

async function updateGroupRoles(
  { db, clock, invalidateKeys }: ProvisioningDeps,
  who: Caller,
  { defaultRole, groups }: OperationBody<typeof updateProvisioning>,
): Promise<void> {
  const { accountId } = who;
  await db.write(async (trx) => {
    await lockGroupRoles(trx, accountId);
    const before = await readGroupRoles(trx, accountId);
    const [names, given] = [groups.map(({ group }) => group), groups.map(({ role }) => role)];
    await saveGroupRoles(trx, accountId, { defaultRole, names, roles: given });
    const roles = await readGroupRoles(trx, accountId);
    const ids = await listMembersWithOtherRole(trx, accountId, before, roles);
    const now = clock();
    const act = { action: 'updateProvisioning', target: accountId } as const;
    await recordAction(trx, who, { ...act, fields: { defaultRole, groups } }, now);
    if (ids.length > 0) await updateRoles(trx, who, { accountId, limit: 'admin', roles }, ids, now);
  });
  await invalidateKeys();
}
