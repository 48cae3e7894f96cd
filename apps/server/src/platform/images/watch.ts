import type { DatabaseReader } from '../metrics/index.ts';
import { countDamaged } from './rows-store.ts';

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
  keptMs: cacheMs,
};
