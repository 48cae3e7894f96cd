import type { Database, Trx } from '../db/index.ts';
import { endRotation, noteRotation, setMark, takeMark } from './mark-store.ts';
import { tellOfSecrets } from './presence.ts';
import { type Resealed, resealRows, type SealedRows } from './reseal.ts';
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
export type Rotated = Resealed & { turned: boolean };

/**
 * Switches to another secret, then encrypts existing values again in batches. Can be resumed after
 * any interruption; meanwhile both secrets decrypt.
 */
export async function rotate(rotation: Rotation): Promise<Rotated> {
  const { db, secrets, wanted, rows, onTurn, onResealed = () => {} } = rotation;
  const turned = await db.transaction().execute(async (trx) => {
    const before = await takeMark(trx, wanted);
    if (before === wanted) return false;
    await setMark(trx, wanted);
    await noteRotation(trx);
    await onTurn(trx, before);
    return true;
  });
  secrets.use(wanted);
  await tellOfSecrets(db);
  const all: Resealed = { resealed: 0, lost: 0 };
  for (const each of rows) {
    const { resealed, lost } = await resealRows(db, secrets, each, (count) =>
      onResealed(all.resealed + count),
    );
    all.resealed += resealed;
    all.lost += lost;
  }
  await endRotation(db);
  return { ...all, turned };
}
