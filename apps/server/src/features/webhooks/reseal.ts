import type { Sealer } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { secretsOf, setSecrets } from './reseal-store.ts';

/** Seals with the present SECRET what the previous one has sealed, so that the previous one can go. */
export async function reseal(db: Database, sealer: Sealer): Promise<void> {
  const renew = (sealed: Buffer): Buffer =>
    sealer.isCurrent(sealed) ? sealed : sealer.seal(sealer.open(sealed));
  await db.transaction().execute(async (trx) => {
    for (const { id, secret, previous } of await secretsOf(trx)) {
      if (sealer.isCurrent(secret) && (!previous || sealer.isCurrent(previous))) continue;
      await setSecrets(trx, id, renew(secret), previous && renew(previous));
    }
  });
}
