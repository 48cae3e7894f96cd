import { type Layer, readDesign, writeDesign } from '@insignia/design';
import { emptyDesign } from '@insignia/design/edit';

const place = 'insignia.layers';

/** Keeps layers for other badges as well, in this browser; false when there is no room. */
export function copyLayers(layers: Layer[]): boolean {
  try {
    localStorage.setItem(place, writeDesign(emptyDesign(layers)));
    return true;
  } catch {
    return false;
  }
}

/** What was copied last; nothing when it is none of ours. */
export function copiedLayers(): Layer[] {
  const read = readDesign(localStorage.getItem(place) ?? '');
  return 'design' in read ? read.design.layers : [];
}
