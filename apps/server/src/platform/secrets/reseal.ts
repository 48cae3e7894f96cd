import type { Database, Trx } from '../db/index.ts';
import { notifySecretChange } from './presence.ts';
import { createSealer, type Sealer, type Secrets } from './secrets.ts';
import { clearRotation, initSecretMark, recordRotation, updateSecretMark } from './store.ts';

export type SealedRow = { id: string; sealed: (Buffer | null)[] };

/** Encrypts values again under the current secret. */
export type RowSealer = Pick<Sealer, 'seal' | 'readMark'> & {
  open: (sealed: Buffer) => string | Promise<string>;
};

/** A table with encrypted values. */
export type SealedRows = {
  purpose: string;
  /** For values that aren't in our own format. */
  createSealer?: (secrets: Secrets) => RowSealer;
  /** Rows after an id, in order, locked until the transaction ends. */
  next: (trx: Trx, after: string, limit: number) => Promise<SealedRow[]>;
  set: (trx: Trx, row: SealedRow) => Promise<void>;
};

export type ResealResult = {
  resealed: number;
  /** Values that no known secret decrypts. */
  lost: number;
};

const batchSize = 100;

/** Each batch is a transaction, so that locks are short. */
async function resealRows(
  db: Database,
  secrets: Secrets,
  rows: SealedRows,
  onResealed: (count: number) => void = () => {},
): Promise<ResealResult> {
  const sealer = rows.createSealer?.(secrets) ?? createSealer(secrets, rows.purpose);
  const all: ResealResult = { resealed: 0, lost: 0 };
  for (let after: string | undefined = lowestId; after; ) {
    const from: string = after;
    const done = await db.write((trx) => resealBatch(trx, sealer, secrets, rows, from));
    all.resealed += done.resealed;
    all.lost += done.lost;
    onResealed(all.resealed);
    after = done.last;
  }
  return all;
}

async function resealBatch(
  trx: Trx,
  sealer: RowSealer,
  { mark }: Secrets,
  { next, set }: SealedRows,
  after: string,
): Promise<ResealResult & { last: string | undefined }> {
  const done: ResealResult = { resealed: 0, lost: 0 };
  const found = await next(trx, after, batchSize);
  for (const { id, sealed } of found) {
    const marks = sealed.map((each) => each && sealer.readMark(each));
    if (marks.includes(undefined)) done.lost += 1;
    if (!marks.some((each) => each && each !== mark)) continue;
    const renewed = await Promise.all(
      sealed.map(async (each, n) =>
        each && marks[n] && marks[n] !== mark ? sealer.seal(trx, await sealer.open(each)) : each,
      ),
    );
    await set(trx, { id, sealed: renewed });
    done.resealed += 1;
  }
  return { ...done, last: found.at(-1)?.id };
}

type Rotation = {
  db: Database;
  secrets: Secrets;
  /** Mark of the new secret, which every process knows. */
  nextMark: string;
  /** All tables with encrypted values. */
  rows: readonly SealedRows[];
  /** Runs in the transaction that switches. */
  onSwitch: (trx: Trx, before: string) => Promise<void>;
  onResealed?: (count: number) => void;
};

/** `isSwitched` is false if an interrupted rotation was resumed. */
export type RotationResult = ResealResult & { isSwitched: boolean };

/**
 * Switches to another secret, then encrypts existing values again in batches. Can be resumed after
 * any interruption; meanwhile both secrets decrypt.
 */
export async function rotateSecret(rotation: Rotation): Promise<RotationResult> {
  const { db, secrets, nextMark: wanted, rows, onSwitch, onResealed = () => {} } = rotation;
  const isSwitched = await db.write(async (trx) => {
    const before = await initSecretMark(trx, wanted);
    if (before === wanted) return false;
    await updateSecretMark(trx, wanted);
    await recordRotation(trx);
    await onSwitch(trx, before);
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
  return { ...all, isSwitched };
}

/** Sorts before every id. */
const lowestId = '00000000-0000-0000-0000-000000000000';

const readSize = 500;

/** Iterates over encrypted rows by id. */
export async function* iterateSealed<R extends { id: string }>(
  next: (after: string, limit: number) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let after: string | undefined = lowestId; after; ) {
    const found: R[] = await next(after, readSize);
    yield* found;
    after = found.length < readSize ? undefined : found.at(-1)?.id;
  }
}
