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
const unusedMs = 24 * hourMs;
const MAX_ROWS = 200;
const checkedMs = 7 * 24 * hourMs;
/** Per minute: about 11 GB a day. */
const MAX_CHECKED_BYTES = 8 * 1024 * 1024;

/** Deletes unreferenced blobs and verifies those checked longest ago. */
export function imageChores(deps: Deps): Chore[] {
  return [
    { name: 'unused images', run: (trx) => collect(trx, deps) },
    { name: 'image check', run: (trx) => scrub(trx, deps) },
  ];
}

async function collect(
  trx: Trx,
  { clock, images, references }: Deps,
): Promise<'again' | undefined> {
  const before = new Date(clock().getTime() - unusedMs);
  // A concurrent upload of the same picture waits for this transaction and then writes it again.
  const { unused, checked } = await deleteUnreferenced(trx, references, before, MAX_ROWS);
  for (const cid of unused) await images.remove(cid);
  return checked === MAX_ROWS ? 'again' : undefined;
}

async function scrub(trx: Trx, { clock, images, log }: Deps): Promise<void> {
  const before = new Date(clock().getTime() - checkedMs);
  const [good, damaged]: [string[], string[]] = [[], []];
  for (const { cid } of await listLeastRecentlyChecked(trx, before, MAX_CHECKED_BYTES))
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
