import { type Layer, readDesign, writeDesign } from '@insignia/design';
import { createEmptyDesign } from '@insignia/design/edit';

const place = 'insignia.layers';

/** Stores layers in this browser, also for other badges. Returns false if storage is full. */
export function copyLayers(layers: Layer[]): boolean {
  try {
    localStorage.setItem(place, writeDesign(createEmptyDesign(layers)));
    return true;
  } catch {
    return false;
  }
}

/** Copied layers; empty if the stored data isn't ours. */
export function readCopiedLayers(): Layer[] {
  const read = readDesign(localStorage.getItem(place) ?? '');
  return 'design' in read ? read.design.layers : [];
}
