import type { Database } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { keysAfter } from './key-store.ts';

const step = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** What a SECRET that is not here costs: keys that cannot be opened, and issuers that have no other. */
export async function countLostKeys(
  db: Database,
  sealer: Sealer,
): Promise<{ keys: number; issuers: number }> {
  const lost = new Set<string>();
  const signing = new Set<string>();
  let keys = 0;
  for (let after: string | undefined = first; after; ) {
    const found = await keysAfter(db, after, step);
    for (const { issuerId, sealed } of found) {
      const isLost = sealer.markOf(sealed) === undefined;
      (isLost ? lost : signing).add(issuerId);
      if (isLost) keys += 1;
    }
    after = found.length < step ? undefined : found.at(-1)?.id;
  }
  return { keys, issuers: lost.difference(signing).size };
}
