import type { Work } from '../../platform/jobs/index.ts';
import { forgetClients } from './store.ts';

export function registerEngagementWork(work: Work): void {
  work.chores({ name: 'engagement clients', run: forgetClients });
}
