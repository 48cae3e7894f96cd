import { createLazyPart } from '../../../shared/lazy-part.tsx';

const icons = () => import('./icon-picker.tsx');
const gallery = () => import('./gallery.tsx');
const previews = () => import('./previews.tsx');
export const loadSurpriseModule = () => import('./surprise-me.ts');

export const LazyIconPicker = createLazyPart(async () => (await icons()).IconPicker);
export const LazyTemplateGallery = createLazyPart(async () => (await gallery()).TemplateGallery);
export const LazyPreviews = createLazyPart(async () => (await previews()).DesignPreviews);

/** Preloads lazy parts, in case the connection is lost. */
export function preloadParts(): void {
  // Failures are reported where the part is used.
  void Promise.allSettled([icons(), gallery(), previews(), loadSurpriseModule()]);
}
