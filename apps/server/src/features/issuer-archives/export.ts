import { newId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { BackupError } from '../backup/index.ts';
import { openIssuerKeys } from '../signing/index.ts';
import { type ArchiveManifest, createArchive, FORMAT } from './archive.ts';
import {
  countRows,
  findArchiveIssuer,
  hasUnfinishedMoveIn,
  isUpgradeRunning,
  iteratePictures,
  iterateRows,
  prepareTransaction,
  startSnapshot,
} from './archive-rows.ts';
import { archiveTables } from './tables.ts';

export const issuerNotFound = (issuerId: string) =>
  new BackupError('refused', `issuer ${issuerId} not found`);

export type ExportParts = {
  /** One connection without timeouts. */
  db: Database;
  images: ImageStore;
  sealer: Sealer;
  signal: AbortSignal;
  now: () => Date;
  baseUrl: string;
  schema: string;
  program: string;
};

type ExportRequest = {
  issuerId: string;
  path: string;
  passphrase: string;
  /**
   * Runs once the file can be written, before anything is read. Returns the account whose audit log
   * names the export, if it isn't the issuer's.
   */
  before: () => Promise<string | undefined>;
  onProgress: (done: number, of: number) => void;
};

export type ExportSummary = {
  archiveId: string;
  issuerId: string;
  credentials: number;
  rows: number;
  pictures: number;
  bytes: number;
  /** Keys whose SECRET is lost: the archive has only their public part. */
  lostKeys: number;
};

/** Writes all rows, pictures and keys of an issuer into one file, from one snapshot. */
export async function exportIssuer(
  parts: ExportParts,
  { issuerId, path, passphrase, before, onProgress }: ExportRequest,
): Promise<ExportSummary> {
  const { db, now } = parts;
  const archive = await createArchive(path);
  try {
    const recordedIn = await before();
    const written = await db.write(
      async (trx) => {
        await startSnapshot(trx);
        await prepareTransaction(trx);
        return writeArchive(trx, parts, archive, { issuerId, onProgress });
      },
      { retry: false },
    );
    const { manifest, keys, accountId } = written;
    // Before the file gets its name, so that the log names every archive.
    await db.write((trx) =>
      recordAction(
        trx,
        createOperatorActor(recordedIn ?? accountId),
        { action: 'exportIssuer', target: issuerId, name: manifest.issuer.name },
        now(),
      ),
    );
    const bytes = await archive.finish(passphrase, { archiveId: manifest.archiveId, keys });
    return {
      ...{ archiveId: manifest.archiveId, issuerId, bytes, pictures: manifest.pictures },
      credentials: manifest.rows.credentials ?? 0,
      rows: Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0),
      lostKeys: keys.filter(({ text }) => text === null).length,
    };
  } catch (error) {
    await archive.discard();
    throw archive.inOperatorsTerms(error);
  }
}

type Writer = Awaited<ReturnType<typeof createArchive>>;

async function writeArchive(
  trx: Trx,
  { images, sealer, signal, now, baseUrl, schema, program }: ExportParts,
  archive: Writer,
  { issuerId, onProgress }: Pick<ExportRequest, 'issuerId' | 'onProgress'>,
) {
  const issuer = await findArchiveIssuer(trx, issuerId);
  if (!issuer) throw issuerNotFound(issuerId);
  if (!issuer.isVerified)
    throw new BackupError(
      'refused',
      `the issuer ${issuer.name} isn't verified, so it has nothing to export`,
    );
  await refuseUnfinishedWork(trx, issuerId);
  const manifest: ArchiveManifest = {
    ...{ format: FORMAT, archiveId: newId(), createdAt: now().toISOString() },
    ...{ baseUrl, schema, program, issuer: { id: issuerId, name: issuer.name } },
    ...{ rows: {}, pictures: 0 },
  };
  for (const table of archiveTables)
    manifest.rows[table.name] = await countRows(trx, table, issuer);
  for await (const _ of iteratePictures(trx, issuer)) manifest.pictures += 1;
  await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)));
  const of = Object.values(manifest.rows).reduce((sum, rows) => sum + rows, manifest.pictures);
  let done = 0;
  const advance = (): void => {
    signal.throwIfAborted();
    done += 1;
    if (done % 1_000 === 0) onProgress(done, of);
  };
  for await (const cid of iteratePictures(trx, issuer)) {
    const bytes = await images.get(cid);
    if (!bytes)
      throw new BackupError(
        'refused',
        `the picture ${cid} is missing or damaged. Repair it with insignia images verify --repair, and export again`,
      );
    await archive.add(`pictures/${cid}`, bytes);
    advance();
  }
  async function* counted(rows: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const row of rows) {
      advance();
      yield row;
    }
  }
  for (const table of archiveTables)
    await archive.addRows(table.name, counted(iterateRows(trx, table, issuer)));
  const keys = await openIssuerKeys(trx, sealer, issuerId);
  return { manifest, keys, accountId: issuer.accountId };
}

async function refuseUnfinishedWork(trx: Trx, issuerId: string): Promise<void> {
  if (await hasUnfinishedMoveIn(trx, issuerId))
    throw new BackupError(
      'refused',
      'a migration to this issuer is unfinished. Finish or cancel it, and export again',
    );
  await refuseDuringUpgrade(trx, 'Export');
}

export async function refuseDuringUpgrade(trx: Trx, action: string): Promise<void> {
  if (await isUpgradeRunning(trx))
    throw new BackupError(
      'refused',
      `the service is still upgrading its data. ${action} again in some minutes`,
    );
}
