import type { Database } from '../../platform/db/index.ts';
import { iterateSealed, type Sealer } from '../../platform/secrets/index.ts';
import { readCurrentSecretsAfter } from './reseal-store.ts';

/** Endpoints whose secret was encrypted with a lost SECRET. */
export async function countLostSecrets(db: Database, sealer: Sealer): Promise<number> {
  let lost = 0;
  const all = iterateSealed((after, most) => readCurrentSecretsAfter(db, after, most));
  for await (const { secret } of all) if (sealer.markOf(secret) === undefined) lost += 1;
  return lost;
}
