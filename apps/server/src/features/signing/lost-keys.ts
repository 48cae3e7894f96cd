import type { Database } from '../../platform/db/index.ts';
import { iterateSealed, type Sealer } from '../../platform/secrets/index.ts';
import { readKeysAfter } from './key-store.ts';

/** Counts lost keys and the issuers left without any. */
export async function countLostKeys(
  db: Database,
  sealer: Sealer,
): Promise<{ keys: number; issuers: number }> {
  const lost = new Set<string>();
  const signing = new Set<string>();
  let keys = 0;
  const all = iterateSealed((after, most) => readKeysAfter(db, after, most));
  for await (const { issuerId, sealed } of all) {
    const isLost = sealer.markOf(sealed) === undefined;
    (isLost ? lost : signing).add(issuerId);
    if (isLost) keys += 1;
  }
  return { keys, issuers: lost.difference(signing).size };
}
