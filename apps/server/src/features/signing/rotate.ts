import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import type { KeyDeps } from './deps.ts';
import {
  deleteUnusedKeys,
  type IssuerKeyRow,
  insertIssuerKey,
  lockKeyIssuer,
  selectIssuerKeys,
} from './key-store.ts';
import { canOpenKey, createIssuerKey, filterUsableKeys } from './keys.ts';
import { findWaitingKey, keyLeadMs } from './rules.ts';

/** Adds a key: published now, used once everyone has had time to read it. */
export async function rotateKey(
  deps: KeyDeps,
  who: Caller,
  issuerId: string,
): Promise<IssuerKeyRow> {
  const { db, clock, sealer, changed } = deps;
  const made = await db.write(async (trx) => {
    if (!(await lockKeyIssuer(trx, who.accountId, issuerId))) throw new Problem('issuer_not_found');
    const now = clock();
    const keys = await selectIssuerKeys(trx, issuerId);
    const [newest] = keys;
    const waiting = findWaitingKey(keys, now);
    if (waiting && canOpenKey(sealer, waiting)) return waiting;
    const usable = filterUsableKeys(sealer, keys).map(({ id }) => id);
    const isFirst = usable.length === 0;
    if (isFirst && newest) await sealer.holdLost(trx);
    await deleteUnusedKeys(trx, issuerId, usable, now);
    const usedFrom = isFirst ? now : new Date(now.getTime() + keyLeadMs);
    const key = await createIssuerKey(trx, sealer, issuerId, (newest?.number ?? 0) + 1, {
      now,
      usedFrom,
    });
    await insertIssuerKey(trx, key);
    await recordAction(trx, who, { action: 'rotateIssuerKey', target: issuerId }, now);
    return key;
  });
  await changed(issuerId);
  return made;
}
