import type { Database } from '../../platform/db/index.ts';
import { eachSealed, type Sealer } from '../../platform/secrets/index.ts';
import { presentSecretsAfter } from './reseal-store.ts';

/** How many webhooks sign with what a SECRET that is not here has sealed. */
export async function countLostSecrets(db: Database, sealer: Sealer): Promise<number> {
  let lost = 0;
  const all = eachSealed((after, most) => presentSecretsAfter(db, after, most));
  for await (const { secret } of all) if (sealer.markOf(secret) === undefined) lost += 1;
  return lost;
}
