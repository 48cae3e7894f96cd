import type { Sealer } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { sealedKeys, setSealed } from './key-store.ts';

/** Seals with the present SECRET what the previous one has sealed, so that the previous one can go. */
export async function resealKeys(db: Database, sealer: Sealer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id, sealed } of await sealedKeys(trx))
      if (!sealer.isCurrent(sealed)) await setSealed(trx, id, sealer.seal(sealer.open(sealed)));
  });
}
