import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { upgradeBadgeVersions, upgradeSignedLogos } from './upgrade-store.ts';

export { issuerVersionLogos, issuerVersionPictures } from './upgrade-store.ts';

/** Gives credentials from before editions theirs. Remove this in the next release. */
export function registerEditionsWork(work: BackgroundWork): void {
  work.chores({
    name: 'editions',
    run: async (trx) => {
      const hasMoreBadges = await upgradeBadgeVersions(trx);
      const hasMoreLogos = await upgradeSignedLogos(trx);
      return hasMoreBadges || hasMoreLogos ? 'again' : undefined;
    },
  });
}
