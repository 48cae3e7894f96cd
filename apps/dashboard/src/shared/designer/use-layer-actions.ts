import {
  addLayers,
  changeLayers,
  duplicateLayersBeside,
  type EditableLayer,
  findLayers,
  groupLayers,
  type Order,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from '@insignia/design/edit';
import { useMemo } from 'react';
import { createLayerId, useDesigner } from './context.ts';

/** Actions on the selection, by button or key. */
export function useLayerActions() {
  const { store, change, select, clipboard, unit } = useDesigner();
  return useMemo(() => {
    const now = () => store.getState();
    const chosen = () => findLayers(now().design, now().selected);
    const add = <L extends EditableLayer>(layers: readonly L[]) =>
      change(
        (design) => addLayers(design, layers),
        undefined,
        layers.map(({ id }) => id),
      );
    const remove = () => change((design) => removeLayers(design, now().selected));
    /** Returns false if storage is full. */
    const copy = () => {
      if (chosen().length === 0) return false;
      try {
        localStorage.setItem(clipboard.key, clipboard.write(chosen()));
        return true;
      } catch {
        return false;
      }
    };
    const addBeside = (layers: readonly EditableLayer[]) =>
      add(duplicateLayersBeside(now().design, layers, createLayerId, unit.aside));
    return {
      add,
      remove,
      copy,
      duplicate: () => addBeside(chosen()),
      cut: () => {
        if (copy()) remove();
      },
      paste: () => addBeside(clipboard.read(localStorage.getItem(clipboard.key) ?? '')),
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
  }, [store, change, select, clipboard, unit]);
}
