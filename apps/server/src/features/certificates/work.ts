import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { deleteUnusedCertificates } from './store.ts';

/** A hidden design goes after the last badge that had it. Each run takes one batch in turn. */
export function registerCertificatesWork(work: BackgroundWork): void {
  let lastId: string | null = null;
  work.chores({
    name: 'unused certificate designs',
    run: async (trx) => {
      lastId = await deleteUnusedCertificates(trx, lastId);
    },
  });
}
