import type { Work } from '../../platform/jobs/index.ts';
import { sortIn } from './store.ts';

export function registerCredentialsWork(work: Work): void {
  work.chores({ name: 'search keys', run: sortIn });
}
