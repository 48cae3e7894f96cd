import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import { allRows, imagesOf, kept, long, rowsAfter } from './store.ts';

const pageRows = 1_000;

/** Everything of an account: small lists as JSON, long ones as a JSON object a line, pictures as they are stored. */
export async function exportAccount(
  db: Database,
  images: ImageStore,
  accountId: string,
): Promise<Readable> {
  const zip = new yazl.ZipFile();
  for (const name of Object.keys(kept) as (keyof typeof kept)[]) {
    const rows = await allRows(db, name, accountId);
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`);
  }
  for (const name of Object.keys(long) as (keyof typeof long)[])
    zip.addReadStreamLazy(`${name}.jsonl`, (give) =>
      give(null, Readable.from(lines(db, name, accountId))),
    );
  for (const { cid, mediaType } of await imagesOf(db, accountId))
    zip.addReadStreamLazy(`images/${cid}.${mediaType.split('/')[1]}`, (give) =>
      images.get(cid).then(
        (bytes) => give(null, Readable.from([bytes ?? Buffer.alloc(0)])),
        (error: unknown) => give(error as Error, Readable.from([])),
      ),
    );
  zip.end();
  return zip.outputStream as Readable;
}

async function* lines(
  db: Database,
  name: keyof typeof long,
  accountId: string,
): AsyncGenerator<Buffer> {
  for (let last: string | undefined; ; ) {
    const rows = await rowsAfter(db, name, accountId, last, pageRows);
    if (rows.length > 0) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    last = rows.at(-1)?.id;
    if (rows.length < pageRows) return;
  }
}
