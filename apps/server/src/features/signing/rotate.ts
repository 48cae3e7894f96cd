import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import type { KeyDeps } from './deps.ts';
import { dropUnusedKeys, holdIssuer, insertKey, type KeyRow, keysOf } from './key-store.ts';
import { makeKey, opens, usableKeys } from './keys.ts';
import { leadMs, waitingKey } from './rules.ts';

/** Adds a key: published now, used once everyone has had time to read it. */
export async function rotateKey(deps: KeyDeps, who: Caller, issuerId: string): Promise<KeyRow> {
  const { db, clock, sealer, changed } = deps;
  const made = await db.transaction().execute(async (trx) => {
    if (!(await holdIssuer(trx, who.accountId, issuerId))) throw new Problem('issuer_not_found');
    const now = clock();
    const keys = await keysOf(trx, issuerId);
    const [newest] = keys;
    const waiting = waitingKey(keys, now);
    if (waiting && opens(sealer, waiting)) return waiting;
    const usable = usableKeys(sealer, keys).map(({ id }) => id);
    const isFirst = usable.length === 0;
    if (isFirst && newest) await sealer.holdLost(trx);
    await dropUnusedKeys(trx, issuerId, usable, now);
    const usedFrom = isFirst ? now : new Date(now.getTime() + leadMs);
    const key = await makeKey(trx, sealer, issuerId, (newest?.number ?? 0) + 1, { now, usedFrom });
    await insertKey(trx, key);
    await recordAct(trx, who, { action: 'rotateIssuerKey', target: issuerId }, now);
    return key;
  });
  await changed(issuerId);
  return made;
}
