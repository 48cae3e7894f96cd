import { designLimits } from '../limits.ts';
import type { Design, Layer } from '../schema.ts';

/** Layer ids. Unknown ids are ignored. */
export type LayerIds = readonly string[];

export function findLayers(design: Design, ids: LayerIds): Layer[] {
  return design.layers.filter(({ id }) => ids.includes(id));
}

/** Adds all layers of the selected groups. */
export function expandGroups(design: Design, ids: LayerIds): string[] {
  const groups = new Set(findLayers(design, ids).flatMap(({ group }) => (group ? [group] : [])));
  return design.layers
    .filter(({ id, group }) => ids.includes(id) || (group !== undefined && groups.has(group)))
    .map(({ id }) => id);
}

export function changeLayers(
  design: Design,
  ids: LayerIds,
  change: (layer: Layer) => Layer,
): Design {
  const layers = design.layers.map((layer) =>
    ids.includes(layer.id) ? clampLayer(change(layer)) : layer,
  );
  return { ...design, layers };
}

/** Invisible distance, in units of the design. */
const near = 0.5;
const clamp = (value: number, least: number) =>
  Math.min(Math.max(value, least), designLimits.extent);

/** Never splits a surrogate pair. */
const truncateText = (text: string): string =>
  text.length <= designLimits.text
    ? text
    : text.slice(0, designLimits.text).replace(/[\ud800-\udbff]$/, '');

/** Clamps position, size and text to storable values: dragging while zoomed out reaches far. */
function clampLayer(layer: Layer): Layer {
  const { x, y, width, height } = layer;
  const [far, small] = [-designLimits.extent, 0.1];
  return {
    ...layer,
    ...('text' in layer && { text: truncateText(layer.text) }),
    ...{ x: clamp(x, far), y: clamp(y, far) },
    ...{ width: clamp(width, small), height: clamp(height, small) },
  };
}

/** Adds layers on top, up to the limit. */
export function addLayers(design: Design, layers: readonly Layer[]): Design {
  if (design.layers.length >= designLimits.layers) return design;
  return { ...design, layers: [...design.layers, ...layers].slice(0, designLimits.layers) };
}

/** Keeps locked layers. */
export function removeLayers(design: Design, ids: LayerIds): Design {
  const layers = design.layers.filter(({ id, locked }) => locked || !ids.includes(id));
  return { ...design, layers };
}

/** Copies layers with new ids and groups, offset by `aside` and unlocked. */
export function duplicateLayers(layers: readonly Layer[], newId: () => string, aside = 0): Layer[] {
  const groups = new Map<string, string>();
  const groupFor = (group: string) => {
    const copy = groups.get(group) ?? newId();
    groups.set(group, copy);
    return copy;
  };
  return layers.map((layer) =>
    clampLayer({
      ...layer,
      id: newId(),
      x: layer.x + aside,
      y: layer.y + aside,
      locked: false,
      ...(layer.group && { group: groupFor(layer.group) }),
    }),
  );
}

/**
 * Copies that don't cover an identical layer: at the original position in another design, otherwise
 * offset until free.
 */
export function duplicateLayersBeside(
  design: Design,
  layers: readonly Layer[],
  newId: () => string,
  step: number,
): Layer[] {
  const isTaken = (aside: number) =>
    layers.some((layer) =>
      design.layers.some(
        ({ type, x, y }) =>
          type === layer.type &&
          Math.abs(x - layer.x - aside) < near &&
          Math.abs(y - layer.y - aside) < near,
      ),
    );
  let aside = 0;
  while (aside < designLimits.extent && isTaken(aside)) aside += step;
  return duplicateLayers(layers, newId, aside);
}

/** Groups two or more layers and removes them from earlier groups. */
export function groupLayers(design: Design, ids: LayerIds, group: string): Design {
  if (findLayers(design, ids).length < 2) return design;
  return changeLayers(design, ids, (layer) => ({ ...layer, group }));
}

export function ungroupLayers(design: Design, ids: LayerIds): Design {
  return changeLayers(design, expandGroups(design, ids), ({ group: _, ...layer }) => layer);
}

export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Moves the selected layers within the stack and keeps their order. */
export function orderLayers(design: Design, ids: LayerIds, to: Order): Design {
  return { ...design, layers: reorderLayers(design.layers, ids, to) };
}

function reorderLayers(layers: readonly Layer[], ids: LayerIds, to: Order): Layer[] {
  const isChosen = ({ id }: Layer) => ids.includes(id);
  if (to === 'back' || to === 'backward')
    return reorderLayers(layers.toReversed(), ids, to === 'back' ? 'front' : 'forward').reverse();
  if (to === 'front')
    return [...layers.filter((layer) => !isChosen(layer)), ...layers.filter(isChosen)];
  const moved = [...layers];
  for (let at = moved.length - 2; at >= 0; at--) {
    const [layer, above] = [moved[at], moved[at + 1]] as [Layer, Layer];
    if (isChosen(layer) && !isChosen(above)) moved.splice(at, 2, above, layer);
  }
  return moved;
}
