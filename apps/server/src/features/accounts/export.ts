import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import { keepCall } from '../../platform/limits/call-context.ts';
import {
  type BadgeVersion,
  type ExportedEdition,
  type ExportedRedirect,
  type IssuerVersion,
  listAccountImages,
  pagedTables,
  readAllRows,
  readBadgeDaysAfter,
  readBadgeVersionsAfter,
  readCredentialEditionsAfter,
  readIssuerVersionsAfter,
  readLargeRowsAfter,
  readRedirectsAfter,
  readRowsAfter,
  smallTables,
} from './export-store.ts';

/**
 * Exports an account: short lists as JSON, long ones as JSON lines, pictures as stored. Reads
 * sequentially on demand, so memory stays small.
 */
export async function exportAccount(
  db: Database,
  images: ImageStore,
  accountId: string,
): Promise<Readable> {
  const zip = new yazl.ZipFile();
  for (const name of Object.keys(smallTables) as (keyof typeof smallTables)[]) {
    const rows = await readAllRows(db, name, accountId);
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`);
  }
  const addLines = <R>(name: string, read: (last: R | undefined) => Promise<R[]>): void => {
    const rows = keepCall(streamLines(read));
    zip.addReadStreamLazy(`${name}.jsonl`, (give) =>
      give(null, Readable.from(rows, { highWaterMark: 1 })),
    );
  };
  type WithId = { id: string };
  for (const name of ['badges', 'certificates', 'credentials'] as const)
    addLines<WithId>(name, (last) => readLargeRowsAfter(db, name, accountId, last?.id));
  for (const name of Object.keys(pagedTables) as (keyof typeof pagedTables)[])
    addLines<WithId>(name, (last) => readRowsAfter(db, name, accountId, last?.id));
  addLines<BadgeVersion>('badge-versions', (last) => readBadgeVersionsAfter(db, accountId, last));
  addLines<IssuerVersion>('issuer-versions', (last) =>
    readIssuerVersionsAfter(db, accountId, last),
  );
  addLines<ExportedEdition>('credential-editions', (last) =>
    readCredentialEditionsAfter(db, accountId, last),
  );
  addLines(
    'stats-by-day',
    (last: Awaited<ReturnType<typeof readBadgeDaysAfter>>[number] | undefined) =>
      readBadgeDaysAfter(db, accountId, last),
  );
  addLines<ExportedRedirect>('redirects', (last) => readRedirectsAfter(db, accountId, last));
  for (const { cid, mediaType } of await listAccountImages(db, accountId))
    zip.addReadStreamLazy(`images/${cid}.${mediaType.split('/')[1]}`, (give) =>
      images.get(cid).then(
        (bytes) => give(null, Readable.from([bytes ?? Buffer.alloc(0)])),
        (error: unknown) => give(error as Error, Readable.from([])),
      ),
    );
  zip.end();
  return zip.outputStream as Readable;
}

const pieceBytes = 256 * 1024;

/** One line per row, page by page. Yields between pieces, because compression is expensive. */
async function* streamLines<R>(
  read: (last: R | undefined) => Promise<R[]>,
): AsyncGenerator<Buffer> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) {
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
}
