import { randomBytes } from 'node:crypto';
import { type KeyScope, keyPrefix, MAX_API_KEYS, roleRanks } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  deleteApiKeyAsOperator,
  deleteUserApiKeys,
  insertApiKey,
  lockAndCountApiKeys,
  selectApiKeys,
} from './store.ts';

export type ApiKeyDeps = {
  db: Database;
  clock: Clock;
  /** Invalidates cached API keys. */
  invalidateKeys: () => Promise<void>;
};

/** Creates a key. Only its hash is stored, so this is the only time it can be shown. */
export async function createKey(
  { db, clock }: ApiKeyDeps,
  who: Caller,
  input: { name: string; scope: KeyScope },
) {
  const digits = randomBytes(16).toString('hex');
  const key = `${keyPrefix}_${digits}`;
  const id = newId();
  const { accountId, memberId } = who;
  const now = clock();
  const row = { id, accountId, memberId, ...input, prefix: digits.slice(0, 8), hash: sha256(key) };
  await db.write(async (trx) => {
    if ((await lockAndCountApiKeys(trx, accountId)) >= MAX_API_KEYS)
      throw new Problem('key_limit_reached');
    await insertApiKey(trx, { ...row, isSsoOnly: who.isSsoOnly ?? false, now });
    await recordAction(trx, who, { action: 'createKey', target: id, fields: input }, now);
  });
  return { keyId: id, key, ...input };
}

/** Admins manage all keys of the account, others their own. */
function visibleMemberId({ role, memberId }: Caller): string | undefined {
  return roleRanks[role] >= roleRanks.admin ? undefined : memberId;
}

export function listKeys({ db }: ApiKeyDeps, who: Caller): Promise<ApiKeyRow[]> {
  return selectApiKeys(db, who.accountId, visibleMemberId(who));
}

export async function revokeKey(
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
