import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAct } from '../audit/index.ts';
import type { KeyDeps } from './deps.ts';
import { holdIssuer, insertKey, type KeyRow, keysOf, markKeysRevoked } from './key-store.ts';
import { makeKey, usableKeys } from './keys.ts';
import { type RevokeSigned, revokeSignedKind } from './revoke-signed.ts';
import { signingKey } from './rules.ts';

type KeyRevocation = {
  issuerId: string;
  /** Undefined means all keys. */
  keyId: string | undefined;
  since: Date | undefined;
  reason: string | undefined;
};

/** Revokes keys and their signatures. Another key signs at once. */
export async function revokeKeys(
  deps: KeyDeps,
  who: Caller,
  asked: KeyRevocation,
): Promise<{ keyId: string; revoked: number }> {
  const { db, clock, changed } = deps;
  const { issuerId, since } = asked;
  const done = await db.transaction().execute(async (trx) => {
    if (!(await holdIssuer(trx, who.accountId, issuerId))) throw new Problem('issuer_not_found');
    const now = clock();
    const keys = await keysOf(trx, issuerId);
    const ids = namedKeys(keys, asked.keyId);
    await markKeysRevoked(trx, ids, now, since ?? null);
    const present = signingKey(usableKeys(deps.sealer, keys), now);
    const keyId =
      present && !ids.includes(present.id) ? present.id : await replaceKey(trx, deps, keys, asked);
    if (since && ids.length > 0) await revokeLater(trx, who, ids, since, asked.reason);
    const fields = { keyId: asked.keyId, since, reason: asked.reason };
    await recordAct(trx, who, { action: 'revokeIssuerKeys', target: issuerId, fields }, now);
    return { keyId, revoked: ids.length };
  });
  await changed(issuerId);
  return done;
}

/** Unrevoked keys: the named one, or all. */
export function namedKeys(keys: KeyRow[], keyId: string | undefined): string[] {
  const named = keyId === undefined ? keys : keys.filter(({ id }) => id === keyId);
  if (keyId !== undefined && named.length === 0) throw new Problem('issuer_key_not_found');
  return named.filter(({ revokedAt }) => !revokedAt).map(({ id }) => id);
}

async function replaceKey(
  trx: Trx,
  { clock, sealer }: KeyDeps,
  [newest]: KeyRow[],
  { issuerId }: KeyRevocation,
): Promise<string> {
  const key = await makeKey(trx, sealer, issuerId, (newest?.number ?? 0) + 1, { now: clock() });
  await insertKey(trx, key);
  return key.id;
}

function revokeLater(
  trx: Trx,
  { accountId, personId, keyId }: Caller,
  keyIds: string[],
  since: Date,
  reason = '',
): Promise<unknown> {
  const by = { personId, keyId };
  const work: RevokeSigned = { accountId, keyIds, since: since.toISOString(), reason, by };
  return enqueue(trx, revokeSignedKind, work, { accountId });
}
