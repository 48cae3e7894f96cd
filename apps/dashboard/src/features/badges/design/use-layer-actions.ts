import { type Layer, readDesign, writeDesign } from '@insignia/design';
import {
  addLayers,
  changeLayers,
  createEmptyDesign,
  duplicateLayersBeside,
  findLayers,
  groupLayers,
  type Order,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from '@insignia/design/edit';
import { useMemo } from 'react';
import { createLayerId, useDesigner } from './context.ts';

const aside = 24;

/** Actions on the selection, by button or key. */
export function useLayerActions() {
  const { store, change, select } = useDesigner();
  return useMemo(() => {
    const now = () => store.getState();
    const chosen = () => findLayers(now().design, now().selected);
    const add = (layers: Layer[]) =>
      change(
        (design) => addLayers(design, layers),
        undefined,
        layers.map(({ id }) => id),
      );
    const remove = () => change((design) => removeLayers(design, now().selected));
    const copy = () => chosen().length > 0 && copyLayers(chosen());
    return {
      add,
      remove,
      copy,
      duplicate: () => add(duplicateLayersBeside(now().design, chosen(), createLayerId, aside)),
      cut: () => {
        if (copy()) remove();
      },
      paste: () =>
        add(duplicateLayersBeside(now().design, readCopiedLayers(), createLayerId, aside)),
      group: () => change((design) => groupLayers(design, now().selected, createLayerId())),
      ungroup: () => change((design) => ungroupLayers(design, now().selected)),
      order: (to: Order) => change((design) => orderLayers(design, now().selected, to)),
      all: () =>
        select(
          now()
            .design.layers.filter(({ locked, hidden }) => !locked && !hidden)
            .map(({ id }) => id),
        ),
      none: () => select([]),
      toggle: (id: string, member: 'locked' | 'hidden') =>
        change((design) =>
          changeLayers(design, [id], (layer) => ({ ...layer, [member]: !layer[member] })),
        ),
    };
  }, [store, change, select]);
}

const place = 'insignia.layers';

/** Stores layers in this browser, also for other badges. Returns false if storage is full. */
function copyLayers(layers: Layer[]): boolean {
  try {
    localStorage.setItem(place, writeDesign(createEmptyDesign(layers)));
    return true;
  } catch {
    return false;
  }
}

/** Copied layers; empty if the stored data isn't ours. */
function readCopiedLayers(): Layer[] {
  const read = readDesign(localStorage.getItem(place) ?? '');
  return 'design' in read ? read.design.layers : [];
}
