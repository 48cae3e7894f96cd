import type { Clock } from '../../kernel/clock.ts';
import type { Trx } from '../db/index.ts';
import type { Chore } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { DatabaseReader } from '../metrics/index.ts';
import type { ImageStore } from './image-store.ts';
import {
  countDamaged,
  deleteUnreferenced,
  listLeastRecentlyChecked,
  recordChecked,
} from './rows-store.ts';
import type { ImageReference } from './sql.ts';

type Deps = {
  clock: Clock;
  images: ImageStore;
  log: Logger;
  /** All references to blobs. */
  references: ImageReference[];
};

const hourMs = 3_600_000;
/** A picture may be uploaded before anything uses it. */
const UNUSED_MS = 24 * hourMs;
const MAX_ROWS = 200;
const CHECK_EVERY_MS = 7 * 24 * hourMs;
/** Per minute: about 11 GB a day. */
const MAX_VERIFIED_BYTES = 8 * 1024 * 1024;

/** Deletes unreferenced blobs and verifies those checked longest ago. */
export function imageChores(deps: Deps): Chore[] {
  return [
    { name: 'unused images', run: (trx) => deleteUnused(trx, deps) },
    { name: 'image check', run: (trx) => verifyOldest(trx, deps) },
  ];
}

async function deleteUnused(
  trx: Trx,
  { clock, images, references }: Deps,
): Promise<'again' | undefined> {
  const before = new Date(clock().getTime() - UNUSED_MS);
  // A concurrent upload of the same picture waits for this transaction and then writes it again.
  const { unused, checked } = await deleteUnreferenced(trx, references, before, MAX_ROWS);
  for (const cid of unused) await images.remove(cid);
  return checked === MAX_ROWS ? 'again' : undefined;
}

async function verifyOldest(trx: Trx, { clock, images, log }: Deps): Promise<void> {
  const before = new Date(clock().getTime() - CHECK_EVERY_MS);
  const [good, damaged]: [string[], string[]] = [[], []];
  for (const { cid } of await listLeastRecentlyChecked(trx, before, MAX_VERIFIED_BYTES))
    ((await images.get(cid)) ? good : damaged).push(cid);
  if (damaged.length > 0)
    log.error({ images: damaged }, 'images are missing or damaged in the store');
  if (good.length + damaged.length > 0) await recordChecked(trx, good, damaged, clock());
}

/** Cached for a minute, because no index supports the query. */
const cacheMs = 60_000;

export const imagesReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_images_damaged',
      help: 'Images that the last check found missing or damaged in the store.',
    },
  ],
  read: async (trx) => [await countDamaged(trx)],
  cacheMs,
};
