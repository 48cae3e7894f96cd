import { openArchive, takeBase } from '../../platform/archive/index.ts';
import { connect, openClient } from '../../platform/db/index.ts';
import { openImageStore } from '../../platform/images/index.ts';
import { programVersion } from '../backup/program-version.ts';
import { refused } from '../fault.ts';
import { inPlace, type Surroundings, withConfig } from '../service.ts';
import { keepSecretIn } from './keep-secret.ts';
import { ownArchive } from './own-archive.ts';

export type ArchivedBase = {
  base: string;
  place: string;
  bytes: number;
  images: { count: number; missing: number };
  secret: 'sealed' | 'left out';
  dropped: { bases: string[]; segments: number; pictures: number };
  seconds: number;
};

/** A base backup of the embedded database into its archive, beside a service or without one. */
export function archiveBase(surroundings: Surroundings): Promise<ArchivedBase> {
  return withConfig(surroundings, async (config) => {
    const began = Date.now();
    const { place, days, passphrase } = ownArchive(config);
    const archive = await openArchive(place);
    const images = await openImageStore(config);
    const { signal } = surroundings;
    const { id, manifest, pruned } = await inPlace(config, false, surroundings, async ({ url }) => {
      await refuseNotArchiving(url);
      const { db, close } = connect(url, () => {});
      const keepSecret = () => keepSecretIn(async () => archive, db, config);
      const program = await programVersion();
      return takeBase({
        ...{ url, archive, images, program, days, keepSecret, signal, maxKilobytes: undefined },
      }).finally(close);
    });
    return {
      ...{ base: id, place: archive.place, bytes: manifest.bytes, images: manifest.images },
      secret: manifest.secretMark && passphrase ? 'sealed' : 'left out',
      dropped: pruned,
      seconds: Math.round((Date.now() - began) / 100) / 10,
    };
  });
}

/** Alone it would be a moment, and no time. */
async function refuseNotArchiving(url: string): Promise<void> {
  const { client, close } = await openClient(url);
  const { rows } = await client
    .query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
    .finally(close);
  if (rows[0]?.mode === 'off')
    throw refused('the service runs without BACKUP_ARCHIVE: start it again with it');
}
