import type { Clock } from '../../kernel/clock.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { markExpired } from './expire-store.ts';
import { flushSearchIndex } from './store.ts';

export function registerCredentialsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({ name: 'search keys', run: flushSearchIndex });
  work.chores({ name: 'expired credentials', run: (trx) => markExpired(trx, clock()) });
}
