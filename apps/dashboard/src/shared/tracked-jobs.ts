import { onTabCleared } from './clear-browser.ts';
import { createObservable } from './observable.ts';

/** Long-running work started in this browser. */
export type TrackedJob = {
  accountId: string;
  kind: 'import' | 'job';
  id: string;
  label: string;
  /** The tray has shown its end. */
  hasEnded?: boolean | undefined;
};

const place = 'insignia.jobs';
const MAX_STORED = 20;

/** Other versions of the dashboard may have stored a different shape. */
function isTrackedJob(kept: unknown): kept is TrackedJob {
  if (typeof kept !== 'object' || kept === null) return false;
  const { accountId, kind, id, label, hasEnded } = kept as Record<string, unknown>;
  return (
    [accountId, id, label].every((value) => typeof value === 'string') &&
    (kind === 'import' || kind === 'job') &&
    (hasEnded === undefined || typeof hasEnded === 'boolean')
  );
}

function read(): readonly TrackedJob[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) && kept.every(isTrackedJob) ? kept : [];
  } catch {
    return [];
  }
}

// Finished work isn't shown again after a reload.
const trackedJobs = createObservable<readonly TrackedJob[]>(
  read().filter(({ hasEnded }) => !hasEnded),
);
// Started or dismissed in another tab.
addEventListener('storage', ({ key }) => key === place && trackedJobs.set(read()));

onTabCleared(() => trackedJobs.set([]));

function storeJobs(next: readonly TrackedJob[]): void {
  trackedJobs.set(next);
  localStorage.setItem(place, JSON.stringify(next));
}

/** Adds work to the tray until it is dismissed, or finished and the page reloaded. */
export function trackJob(work: TrackedJob): void {
  storeJobs([work, ...trackedJobs.get().filter(({ id }) => id !== work.id)].slice(0, MAX_STORED));
}

export function dismissJob(id: string): void {
  storeJobs(trackedJobs.get().filter((work) => work.id !== id));
}

export function markJobEnded(id: string): void {
  storeJobs(trackedJobs.get().map((work) => (work.id === id ? { ...work, hasEnded: true } : work)));
}

export const useTrackedJobs = trackedJobs.use;
