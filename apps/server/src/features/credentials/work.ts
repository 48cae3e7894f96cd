import type { Clock } from '../../kernel/clock.ts';
import type { Work } from '../../platform/jobs/index.ts';
import { noteExpired } from './expire-store.ts';
import { sortIn } from './store.ts';

export function registerCredentialsWork(work: Work, { clock }: { clock: Clock }): void {
  work.chores({ name: 'search keys', run: sortIn });
  work.chores({ name: 'expired credentials', run: (trx) => noteExpired(trx, clock()) });
}
