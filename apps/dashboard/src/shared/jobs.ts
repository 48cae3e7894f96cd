import { watched } from './watched.ts';

/** Long work that was begun in this browser. */
export type Work = { accountId: string; kind: 'import' | 'job'; id: string; label: string };

const place = 'insignia.jobs';
const mostKept = 20;

function read(): readonly Work[] {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '[]') as Work[];
  } catch {
    return [];
  }
}

const works = watched<readonly Work[]>(read());

function keep(next: readonly Work[]): void {
  works.set(next);
  localStorage.setItem(place, JSON.stringify(next));
}

/** Lists it in the tray, where it stays until it is put away. */
export function watchWork(work: Work): void {
  keep([work, ...works.get().filter(({ id }) => id !== work.id)].slice(0, mostKept));
}

export function putAway(id: string): void {
  keep(works.get().filter((work) => work.id !== id));
}

export const useWorks = works.use;
