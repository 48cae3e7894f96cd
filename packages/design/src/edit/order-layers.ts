import type { Design, Layer } from '../schema.ts';
import type { LayerIds } from './layers.ts';

export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Moves the selected layers within the stack and keeps their order. */
export function orderLayers(design: Design, ids: LayerIds, to: Order): Design {
  return { ...design, layers: ordered(design.layers, ids, to) };
}

function ordered(layers: readonly Layer[], ids: LayerIds, to: Order): Layer[] {
  const isChosen = ({ id }: Layer) => ids.includes(id);
  if (to === 'back' || to === 'backward')
    return ordered(layers.toReversed(), ids, to === 'back' ? 'front' : 'forward').reverse();
  if (to === 'front')
    return [...layers.filter((layer) => !isChosen(layer)), ...layers.filter(isChosen)];
  const moved = [...layers];
  for (let at = moved.length - 2; at >= 0; at--) {
    const [layer, above] = [moved[at], moved[at + 1]] as [Layer, Layer];
    if (isChosen(layer) && !isChosen(above)) moved.splice(at, 2, above, layer);
  }
  return moved;
}
