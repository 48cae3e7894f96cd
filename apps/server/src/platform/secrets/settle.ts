import type { Database, Trx } from '../db/index.ts';
import { setMark, takeMark } from './mark-store.ts';
import { running } from './presence-store.ts';
import type { Secrets } from './secrets.ts';

/** Others serve with a secret that this process does not know. */
class AnotherSecret extends Error {
  constructor() {
    super(
      'SECRET is not the one that running processes of this service have: set it to theirs (where they have ended without a word, wait a minute)',
    );
  }
}

/**
 * Finds out which secret is written with. Where that is one that nobody has any more, it is this process's first from now
 * on, and `onLost` does what follows in the same transaction; true then.
 */
export async function settleSecret(
  db: Database,
  secrets: Secrets,
  onLost: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const { mark, isLost } = await db.transaction().execute(async (trx) => {
    const first = secrets.mark;
    const kept = await takeMark(trx, first);
    if (secrets.marks.includes(kept)) return { mark: kept, isLost: false };
    if ((await running(trx)).some(({ marks }) => marks.includes(kept))) throw new AnotherSecret();
    await setMark(trx, first);
    await onLost(trx);
    return { mark: first, isLost: true };
  });
  secrets.use(mark);
  return isLost;
}
