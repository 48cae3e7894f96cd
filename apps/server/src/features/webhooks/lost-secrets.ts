import type { Database } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { presentSecretsAfter } from './reseal-store.ts';

const step = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** How many webhooks sign with what a SECRET that is not here has sealed. */
export async function countLostSecrets(db: Database, sealer: Sealer): Promise<number> {
  let lost = 0;
  for (let after: string | undefined = first; after; ) {
    const found = await presentSecretsAfter(db, after, step);
    lost += found.filter(({ secret }) => sealer.markOf(secret) === undefined).length;
    after = found.length < step ? undefined : found.at(-1)?.id;
  }
  return lost;
}
