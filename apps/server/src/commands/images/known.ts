import type { Database } from '../../platform/db/index.ts';
import { type KnownImage, listImagesAfter } from '../../platform/images/index.ts';

const pageRows = 500;

/**
 * All pictures known to the database, one page in memory at a time. `since` limits them to recently
 * used ones.
 */
export async function* listKnownImages(
  db: Database,
  signal: AbortSignal,
  since?: Date,
): AsyncGenerator<KnownImage[]> {
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await listImagesAfter(db, after, pageRows, since);
    if (page.length > 0) yield page;
    if (page.length < pageRows) return;
    after = page.at(-1)?.cid ?? '';
  }
}

export async function* flattenPages<T>(pages: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
