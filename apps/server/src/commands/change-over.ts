import { retireForeignKeys, retireSigningKeys } from '../features/access/index.ts';
import { authVersion, letSessionsEnd } from '../features/people/index.ts';
import { retireKey } from '../features/sharing/index.ts';
import type { Database } from '../platform/db/index.ts';
import { type Rotated, rotate, type Secrets } from '../platform/secrets/index.ts';
import { sealedRows } from '../registry.ts';

/** Switches the whole service to a secret that all processes know. */
export async function changeOver(parts: {
  db: Database;
  secrets: Secrets;
  wanted: string;
  onResealed?: (count: number) => void;
}): Promise<Rotated> {
  const { db, secrets, wanted } = parts;
  const done = await rotate({
    ...parts,
    rows: sealedRows,
    onTurn: async (trx, before) => {
      await retireSigningKeys(trx);
      await letSessionsEnd(trx);
      await retireKey(trx, secrets, before);
    },
  });
  await retireForeignKeys(db, authVersion(wanted));
  return done;
}
