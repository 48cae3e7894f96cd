import type { Work } from '../../platform/jobs/index.ts';
import { dropEnded } from './session-store.ts';

export function registerAccessWork(work: Work): void {
  work.chores({ name: 'sessions', run: dropEnded });
}
