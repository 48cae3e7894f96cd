import { z } from 'zod';
import { onLetGo } from './forget.ts';
import { watched } from './watched.ts';

const schema = z.object({
  accountId: z.string(),
  kind: z.enum(['import', 'job']),
  id: z.string(),
  label: z.string(),
  /** The tray has shown that it is over. */
  hasEnded: z.boolean().optional(),
});
/** Long work that was begun in this browser. */
export type Work = z.infer<typeof schema>;

const place = 'insignia.jobs';
const mostKept = 20;

function read(): readonly Work[] {
  try {
    return z.array(schema).parse(JSON.parse(localStorage.getItem(place) ?? '[]'));
  } catch {
    return [];
  }
}

// What was seen to end is not shown again when the page is opened anew.
const works = watched<readonly Work[]>(read().filter(({ hasEnded }) => !hasEnded));
// What another tab has begun or put away.
addEventListener('storage', ({ key }) => key === place && works.set(read()));

onLetGo(() => works.set([]));

function keep(next: readonly Work[]): void {
  works.set(next);
  localStorage.setItem(place, JSON.stringify(next));
}

/** Lists it in the tray, where it stays until it is put away, or has ended and the page is opened anew. */
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
