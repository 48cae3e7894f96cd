import { onTabCleared } from './clear-browser.ts';
import { createObservable } from './observable.ts';

export type TrackedJob = {
  accountId: string;
  kind: 'import' | 'job';
  id: string;
  label: string;
  /** True once the tray has shown the result. */
  hasEnded?: boolean | undefined;
};

const storageKey = 'insignia.jobs';
const MAX_STORED = 20;

/** Other versions of the dashboard may have stored a different shape. */
function isTrackedJob(value: unknown): value is TrackedJob {
  if (typeof value !== 'object' || value === null) return false;
  const { accountId, kind, id, label, hasEnded } = value as Record<string, unknown>;
  return (
    [accountId, id, label].every((text) => typeof text === 'string') &&
    (kind === 'import' || kind === 'job') &&
    (hasEnded === undefined || typeof hasEnded === 'boolean')
  );
}

function read(): readonly TrackedJob[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) && stored.every(isTrackedJob) ? stored : [];
  } catch {
    return [];
  }
}

// Finished work isn't shown again after a reload.
const trackedJobs = createObservable<readonly TrackedJob[]>(
  read().filter(({ hasEnded }) => !hasEnded),
);
// Another tab started or dismissed work.
addEventListener('storage', ({ key }) => key === storageKey && trackedJobs.set(read()));

onTabCleared(() => trackedJobs.set([]));

function storeJobs(next: readonly TrackedJob[]): void {
  trackedJobs.set(next);
  localStorage.setItem(storageKey, JSON.stringify(next));
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
