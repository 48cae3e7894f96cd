import { retireTokenKeys, retireTokenKeysExcept } from '../features/access/index.ts';
import { authVersion, capSessionExpiry } from '../features/people/index.ts';
import { retireKey } from '../features/sharing/index.ts';
import type { Database } from '../platform/db/index.ts';
import { type RotationResult, rotateSecret, type Secrets } from '../platform/secrets/index.ts';
import { sealedRows } from '../program/registry.ts';

/** Switches the whole service to a secret that all processes know. */
export async function changeSecret(parts: {
  db: Database;
  secrets: Secrets;
  nextMark: string;
  onResealed?: (count: number) => void;
}): Promise<RotationResult> {
  const { db, secrets, nextMark } = parts;
  const done = await rotateSecret({
    ...parts,
    rows: sealedRows,
    onTurn: async (trx, before) => {
      await retireTokenKeys(trx);
      await capSessionExpiry(trx);
      await retireKey(trx, secrets, before);
    },
  });
  await retireTokenKeysExcept(db, authVersion(nextMark));
  return done;
}
