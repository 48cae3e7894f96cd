import { partOf } from '../../../shared/part.tsx';

const icons = () => import('./icon-picker.tsx');
const gallery = () => import('./gallery.tsx');
const previews = () => import('./previews.tsx');
export const loadSurprise = () => import('./surprise-me.ts');

export const IconPicker = partOf(async () => (await icons()).IconPicker);
export const Gallery = partOf(async () => (await gallery()).Gallery);
export const Previews = partOf(async () => (await previews()).Previews);

/** Before anybody presses for them, so that they are there when the connection is not. */
export function loadParts(): void {
  // What cannot be had now is told where it is asked for.
  void Promise.allSettled([icons(), gallery(), previews(), loadSurprise()]);
}
