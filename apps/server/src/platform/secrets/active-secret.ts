import type { Database, Trx } from '../db/index.ts';
import { initSecretMark, updateSecretMark } from './mark-store.ts';
import { listRunning } from './presence-store.ts';
import type { Secrets } from './secrets.ts';

/** Other processes use a secret that this one doesn't know. */
class AnotherSecret extends Error {
  constructor() {
    super(
      "SECRET doesn't match the running processes of this service. Set it to theirs. If they have crashed, wait a minute",
    );
  }
}

/**
 * Determines the secret in use. If that one is lost, switches to this process's first secret and
 * runs `onLost` in the same transaction. Returns true then.
 */
export async function resolveActiveSecret(
  db: Database,
  secrets: Secrets,
  onLost: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const { mark, isLost } = await db.write(async (trx) => {
    const first = secrets.mark;
    const kept = await initSecretMark(trx, first);
    if (secrets.marks.includes(kept)) return { mark: kept, isLost: false };
    if ((await listRunning(trx)).some(({ marks }) => marks.includes(kept)))
      throw new AnotherSecret();
    await updateSecretMark(trx, first);
    await onLost(trx);
    return { mark: first, isLost: true };
  });
  secrets.use(mark);
  return isLost;
}
