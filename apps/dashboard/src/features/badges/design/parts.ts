import { partOf } from '../../../shared/part.tsx';

const icons = () => import('./icon-picker.tsx');
const gallery = () => import('./gallery.tsx');
const previews = () => import('./previews.tsx');
export const loadSurprise = () => import('./surprise-me.ts');

export const IconPicker = partOf(async () => (await icons()).IconPicker);
export const Gallery = partOf(async () => (await gallery()).Gallery);
export const Previews = partOf(async () => (await previews()).Previews);

/** Preloads lazy parts, in case the connection is lost. */
export function loadParts(): void {
  // Failures are reported where the part is used.
  void Promise.allSettled([icons(), gallery(), previews(), loadSurprise()]);
}
