import type { Layer } from '@insignia/design';
import {
  addLayers,
  changeLayers,
  copiesBeside,
  groupLayers,
  layersOf,
  type Order,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from '@insignia/design/edit';
import { useMemo } from 'react';
import { copiedLayers, copyLayers } from './clipboard.ts';
import { newId, useDesigner } from './context.ts';

const aside = 24;

/** Actions on the selection, by button or key. */
export function useActs() {
  const { store, change, select } = useDesigner();
  return useMemo(() => {
    const now = () => store.getState();
    const chosen = () => layersOf(now().design, now().selected);
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
      duplicate: () => add(copiesBeside(now().design, chosen(), newId, aside)),
      cut: () => {
        if (copy()) remove();
      },
      paste: () => add(copiesBeside(now().design, copiedLayers(), newId, aside)),
      group: () => change((design) => groupLayers(design, now().selected, newId())),
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
