import {
  documentLimits,
  type EditableLayer,
  type LayerDocument,
  type LayerIn,
  listLayers,
} from './document.ts';

/** Layer ids. Unknown ids are ignored. */
export type LayerIds = readonly string[];

export function findLayers<D extends LayerDocument>(design: D, ids: LayerIds): LayerIn<D>[] {
  return listLayers(design).filter(({ id }) => ids.includes(id));
}

/** Adds all layers of the selected groups. */
export function expandGroups(design: LayerDocument, ids: LayerIds): string[] {
  const groups = new Set(findLayers(design, ids).flatMap(({ group }) => (group ? [group] : [])));
  return design.layers
    .filter(({ id, group }) => ids.includes(id) || (group !== undefined && groups.has(group)))
    .map(({ id }) => id);
}

export function changeLayers<D extends LayerDocument>(
  design: D,
  ids: LayerIds,
  change: (layer: LayerIn<D>) => LayerIn<D>,
): D {
  const layers = listLayers(design).map((layer) =>
    ids.includes(layer.id) ? clampLayer(change(layer), design.kind) : layer,
  );
  return { ...design, layers };
}

/** Invisible distance, in units of the design. */
const near = 0.5;

/** Never splits a surrogate pair. */
const truncateText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** Clamps position, size and text to storable values: dragging while zoomed out reaches far. */
function clampLayer<L extends EditableLayer>(layer: L, kind: LayerDocument['kind']): L {
  const { position, size, text } = documentLimits[kind];
  const clamp = (value: number, { min, max }: typeof size) => Math.min(Math.max(value, min), max);
  const { x, y, width, height } = layer;
  return {
    ...layer,
    ...('text' in layer && { text: truncateText(String(layer.text), text) }),
    ...{ x: clamp(x, position), y: clamp(y, position) },
    ...{ width: clamp(width, size), height: clamp(height, size) },
  };
}

/** Adds layers on top, up to the limit. */
export function addLayers<D extends LayerDocument>(design: D, layers: readonly LayerIn<D>[]): D {
  const limit = documentLimits[design.kind].layers;
  if (design.layers.length >= limit) return design;
  return { ...design, layers: [...design.layers, ...layers].slice(0, limit) };
}

/** Keeps locked layers. */
export function removeLayers<D extends LayerDocument>(design: D, ids: LayerIds): D {
  const layers = design.layers.filter(({ id, locked }) => locked || !ids.includes(id));
  return { ...design, layers };
}

/** Copies layers with new ids and groups, offset by `aside` and unlocked. */
export function duplicateLayers<D extends LayerDocument>(
  { kind }: D,
  layers: readonly LayerIn<D>[],
  newId: () => string,
  aside = 0,
): LayerIn<D>[] {
  const groups = new Map<string, string>();
  const groupFor = (group: string) => {
    const copy = groups.get(group) ?? newId();
    groups.set(group, copy);
    return copy;
  };
  return layers.map((layer) =>
    clampLayer(
      {
        ...layer,
        id: newId(),
        x: layer.x + aside,
        y: layer.y + aside,
        locked: false,
        ...(layer.group && { group: groupFor(layer.group) }),
      },
      kind,
    ),
  );
}

/**
 * Copies that don't cover an identical layer: at the original position in another design, otherwise
 * offset until free.
 */
export function duplicateLayersBeside<D extends LayerDocument>(
  design: D,
  layers: readonly LayerIn<D>[],
  newId: () => string,
  step: number,
): LayerIn<D>[] {
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
  while (aside < documentLimits[design.kind].position.max && isTaken(aside)) aside += step;
  return duplicateLayers(design, layers, newId, aside);
}

/** Groups two or more layers and removes them from earlier groups. */
export function groupLayers<D extends LayerDocument>(design: D, ids: LayerIds, group: string): D {
  if (findLayers(design, ids).length < 2) return design;
  return changeLayers(design, ids, (layer) => ({ ...layer, group }));
}

export function ungroupLayers<D extends LayerDocument>(design: D, ids: LayerIds): D {
  return changeLayers(design, expandGroups(design, ids), ({ group: _, ...layer }) => layer);
}

export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Moves the selected layers within the stack and keeps their order. */
export function orderLayers<D extends LayerDocument>(design: D, ids: LayerIds, to: Order): D {
  return { ...design, layers: reorderLayers(listLayers(design), ids, to) };
}

function reorderLayers<L extends EditableLayer>(
  layers: readonly L[],
  ids: LayerIds,
  to: Order,
): L[] {
  const isChosen = ({ id }: L) => ids.includes(id);
  if (to === 'back' || to === 'backward')
    return reorderLayers(layers.toReversed(), ids, to === 'back' ? 'front' : 'forward').reverse();
  if (to === 'front')
    return [...layers.filter((layer) => !isChosen(layer)), ...layers.filter(isChosen)];
  const moved = [...layers];
  for (let at = moved.length - 2; at >= 0; at--) {
    const [layer, above] = [moved[at], moved[at + 1]] as [L, L];
    if (isChosen(layer) && !isChosen(above)) moved.splice(at, 2, above, layer);
  }
  return moved;
}
