import { limits } from '../limits.ts';
import type { Design, Layer } from '../schema.ts';

/** Ids of layers; those that are gone are as if they had not been named. */
export type Ids = readonly string[];

export function layersOf(design: Design, ids: Ids): Layer[] {
  return design.layers.filter(({ id }) => ids.includes(id));
}

/** With every layer of the groups that these belong to. */
export function withGroups(design: Design, ids: Ids): string[] {
  const groups = new Set(layersOf(design, ids).flatMap(({ group }) => (group ? [group] : [])));
  return design.layers
    .filter(({ id, group }) => ids.includes(id) || (group !== undefined && groups.has(group)))
    .map(({ id }) => id);
}

export function changeLayers(design: Design, ids: Ids, change: (layer: Layer) => Layer): Design {
  const layers = design.layers.map((layer) =>
    ids.includes(layer.id) ? bounded(change(layer)) : layer,
  );
  return { ...design, layers };
}

/** Units that nobody sees. */
const near = 0.5;
const clamp = (value: number, least: number) => Math.min(Math.max(value, least), limits.extent);

/** Half of a sign that has two parts is none. */
const cut = (text: string): string =>
  text.length <= limits.text ? text : text.slice(0, limits.text).replace(/[\ud800-\udbff]$/, '');

/** Nowhere, of no size and no text that could not be kept: one can drag far when a small picture is seen from afar. */
function bounded(layer: Layer): Layer {
  const { x, y, width, height } = layer;
  const [far, small] = [-limits.extent, 0.1];
  return {
    ...layer,
    ...('text' in layer && { text: cut(layer.text) }),
    ...{ x: clamp(x, far), y: clamp(y, far) },
    ...{ width: clamp(width, small), height: clamp(height, small) },
  };
}

/** On top of all; as many as there is room for. */
export function addLayers(design: Design, layers: readonly Layer[]): Design {
  if (design.layers.length >= limits.layers) return design;
  return { ...design, layers: [...design.layers, ...layers].slice(0, limits.layers) };
}

/** What is locked stays. */
export function removeLayers(design: Design, ids: Ids): Design {
  const layers = design.layers.filter(({ id, locked }) => locked || !ids.includes(id));
  return { ...design, layers };
}

/** The same layers once more: with ids of their own, groups of their own, a little aside, and not locked. */
export function copiesOf(layers: readonly Layer[], newId: () => string, aside = 0): Layer[] {
  const groups = new Map<string, string>();
  const groupFor = (group: string) => {
    const made = groups.get(group) ?? newId();
    groups.set(group, made);
    return made;
  };
  return layers.map((layer) =>
    bounded({
      ...layer,
      id: newId(),
      x: layer.x + aside,
      y: layer.y + aside,
      locked: false,
      ...(layer.group && { group: groupFor(layer.group) }),
    }),
  );
}

/** Copies that do not lie on what is the same: where these were in another design, else as many steps aside as that takes. */
export function copiesBeside(
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
  while (aside < limits.extent && isTaken(aside)) aside += step;
  return copiesOf(layers, newId, aside);
}

/** Two or more become one group; what they belonged to before is left. */
export function groupLayers(design: Design, ids: Ids, group: string): Design {
  if (layersOf(design, ids).length < 2) return design;
  return changeLayers(design, ids, (layer) => ({ ...layer, group }));
}

export function ungroupLayers(design: Design, ids: Ids): Design {
  return changeLayers(design, withGroups(design, ids), ({ group: _, ...layer }) => layer);
}
