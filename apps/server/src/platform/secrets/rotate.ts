import type { Database, Trx } from '../db/index.ts';
import { clearRotation, initSecretMark, recordRotation, updateSecretMark } from './mark-store.ts';
import { notifySecretChange } from './presence.ts';
import { type ResealResult, resealRows, type SealedRows } from './reseal.ts';
import type { Secrets } from './secrets.ts';

export type Rotation = {
  db: Database;
  secrets: Secrets;
  /** Mark of the new secret, which every process knows. */
  wanted: string;
  /** All tables with encrypted values. */
  rows: readonly SealedRows[];
  /** Runs in the transaction that switches. */
  onTurn: (trx: Trx, before: string) => Promise<void>;
  onResealed?: (count: number) => void;
};

/** `turned` is false if an interrupted rotation was resumed. */
export type RotationResult = ResealResult & { turned: boolean };

/**
 * Switches to another secret, then encrypts existing values again in batches. Can be resumed after
 * any interruption; meanwhile both secrets decrypt.
 */
export async function rotateSecret(rotation: Rotation): Promise<RotationResult> {
  const { db, secrets, wanted, rows, onTurn, onResealed = () => {} } = rotation;
  const turned = await db.write(async (trx) => {
    const before = await initSecretMark(trx, wanted);
    if (before === wanted) return false;
    await updateSecretMark(trx, wanted);
    await recordRotation(trx);
    await onTurn(trx, before);
    return true;
  });
  secrets.use(wanted);
  await notifySecretChange(db);
  const all: ResealResult = { resealed: 0, lost: 0 };
  for (const each of rows) {
    const { resealed, lost } = await resealRows(db, secrets, each, (count) =>
      onResealed(all.resealed + count),
    );
    all.resealed += resealed;
    all.lost += lost;
  }
  await clearRotation(db);
  return { ...all, turned };
}
