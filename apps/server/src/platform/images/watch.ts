import type { DatabaseReader } from '../metrics/index.ts';
import { countDamaged } from './rows-store.ts';

/** They are looked at once a minute, and no index leads to them. */
const keptMs = 60_000;

export const imagesReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_images_damaged',
      help: 'Images that the last look at them found missing or damaged in the store.',
    },
  ],
  read: async (trx) => [await countDamaged(trx)],
  keptMs,
};
