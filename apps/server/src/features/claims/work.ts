import type { Clock } from '../../kernel/clock.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { deleteExpiredCodes } from './store.ts';

export function registerClaimsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({ name: 'claim codes', run: (trx) => deleteExpiredCodes(trx, clock()) });
}
