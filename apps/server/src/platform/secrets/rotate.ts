import type { Database, Trx } from '../db/index.ts';
import { endRotation, noteRotation, setMark, takeMark } from './mark-store.ts';
import { tellOfSecrets } from './presence.ts';
import { type Resealed, resealRows, type SealedRows } from './reseal.ts';
import type { Secrets } from './secrets.ts';

export type Rotation = {
  db: Database;
  secrets: Secrets;
  /** The mark of the secret that is written with from now on; every process knows it. */
  wanted: string;
  /** All that is sealed. */
  rows: readonly SealedRows[];
  /** In the transaction that changes over. */
  onTurn: (trx: Trx, before: string) => Promise<void>;
  onResealed?: (count: number) => void;
};

/** `turned`: not so where it was broken off, and is begun again. */
export type Rotated = Resealed & { turned: boolean };

/**
 * Changes over to another secret, and seals with it what others have sealed, step by step. Broken off anywhere, it is begun
 * again; meanwhile everything can be read, since both are known.
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
