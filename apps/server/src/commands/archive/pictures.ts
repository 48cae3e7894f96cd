import { eachOf, keptImage, type Repository } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { type ImageStore, imagesAfter } from '../../platform/images/index.ts';

const atOnce = 8;
const pageRows = 1_000;

/** Those that the database knows and the store does not have; without a store they are only looked at. */
export async function bringPictures(
  db: Database,
  {
    archive,
    store,
    signal,
  }: { archive: Repository; store: ImageStore | undefined; signal: AbortSignal },
): Promise<{ count: number; missing: number }> {
  const found = { count: 0, missing: 0 };
  async function* known(): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const page = await imagesAfter(db, after, pageRows, undefined);
      for (const { cid } of page) yield cid;
      after = page.at(-1)?.cid ?? '';
      if (page.length < pageRows) return;
    }
  }
  await eachOf(known(), atOnce, async (cid) => {
    signal.throwIfAborted();
    found.count += 1;
    if (await store?.get(cid)) return;
    const bytes = await keptImage(archive, cid);
    if (!bytes) found.missing += 1;
    else await store?.put(bytes);
  });
  return found;
}
