import { onLetGo } from './forget.ts';
import { watched } from './watched.ts';

/** Long-running work started in this browser. */
export type Work = {
  accountId: string;
  kind: 'import' | 'job';
  id: string;
  label: string;
  /** The tray has shown its end. */
  hasEnded?: boolean | undefined;
};

const place = 'insignia.jobs';
const mostKept = 20;

/** Other versions of the dashboard may have kept something else. */
function isWork(kept: unknown): kept is Work {
  if (typeof kept !== 'object' || kept === null) return false;
  const { accountId, kind, id, label, hasEnded } = kept as Record<string, unknown>;
  return (
    [accountId, id, label].every((value) => typeof value === 'string') &&
    (kind === 'import' || kind === 'job') &&
    (hasEnded === undefined || typeof hasEnded === 'boolean')
  );
}

function read(): readonly Work[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) && kept.every(isWork) ? kept : [];
  } catch {
    return [];
  }
}

// Finished work isn't shown again after a reload.
const works = watched<readonly Work[]>(read().filter(({ hasEnded }) => !hasEnded));
// Started or dismissed in another tab.
addEventListener('storage', ({ key }) => key === place && works.set(read()));

onLetGo(() => works.set([]));

function keep(next: readonly Work[]): void {
  works.set(next);
  localStorage.setItem(place, JSON.stringify(next));
}

/** Adds work to the tray until it is dismissed, or finished and the page reloaded. */
export function watchWork(work: Work): void {
  keep([work, ...works.get().filter(({ id }) => id !== work.id)].slice(0, mostKept));
}

export function putAway(id: string): void {
  keep(works.get().filter((work) => work.id !== id));
}

export function noteEnd(id: string): void {
  keep(works.get().map((work) => (work.id === id ? { ...work, hasEnded: true } : work)));
}

export const useWorks = works.use;
