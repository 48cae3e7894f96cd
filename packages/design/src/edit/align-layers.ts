import { type Box, getBoundingBox, getEnclosingBox } from './box.ts';
import type { EditableLayer, LayerDocument } from './document.ts';
import { changeLayers, findLayers, type LayerIds } from './layers.ts';

export type AlignSide = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'x' | 'y';

const sideAxes: Record<AlignSide, Axis> = {
  left: 'x',
  center: 'x',
  right: 'x',
  top: 'y',
  middle: 'y',
  bottom: 'y',
};
const sideShares: Record<AlignSide, number> = {
  left: 0,
  center: 0.5,
  right: 1,
  top: 0,
  middle: 0.5,
  bottom: 1,
};
const lengthOn = { x: 'width', y: 'height' } as const;

/** Layers that move together: a fully selected group, or a single layer. */
type Piece = { ids: string[]; box: Box };

/** Aligns one piece to the picture, several to their common box. */
export function alignLayers<D extends LayerDocument>(design: D, ids: LayerIds, side: AlignSide): D {
  const pieces = listPieces(design, ids);
  const page = { x: 0, y: 0, width: design.width, height: design.height };
  const frame = pieces.length > 1 ? getEnclosingBox(pieces.map(({ box }) => box)) : page;
  if (!frame) return design;
  const axis = sideAxes[side];
  const place = (box: Box) => box[axis] + box[lengthOn[axis]] * sideShares[side];
  return moveEach(
    design,
    axis,
    pieces.map((piece) => ({ piece, by: place(frame) - place(piece.box) })),
  );
}

/** Spaces the pieces evenly. The first and the last stay in place. */
export function distributeLayers<D extends LayerDocument>(design: D, ids: LayerIds, axis: Axis): D {
  const length = lengthOn[axis];
  const pieces = listPieces(design, ids).toSorted(
    (one, other) => one.box[axis] + one.box[length] / 2 - other.box[axis] - other.box[length] / 2,
  );
  const frame = getEnclosingBox(pieces.map(({ box }) => box));
  if (!frame || pieces.length < 3) return design;
  const [first, last] = [pieces[0], pieces.at(-1)] as [Piece, Piece];
  const span = last.box[axis] + last.box[length] - first.box[axis];
  const filled = pieces.reduce((sum, { box }) => sum + box[length], 0);
  const gap = (span - filled) / (pieces.length - 1);
  let at = first.box[axis];
  const moves = pieces.map((piece) => {
    const by = at - piece.box[axis];
    at += piece.box[length] + gap;
    return { piece, by };
  });
  return moveEach(design, axis, moves);
}

/** Moves only if no selected layer is locked. */
export function moveLayers<D extends LayerDocument>(
  design: D,
  ids: LayerIds,
  by: { x: number; y: number },
): D {
  return changeLayers(design, ids, (layer) =>
    layer.locked
      ? layer
      : { ...layer, x: roundCoordinate(layer.x + by.x), y: roundCoordinate(layer.y + by.y) },
  );
}

function moveEach<D extends LayerDocument>(
  design: D,
  axis: Axis,
  moves: { piece: Piece; by: number }[],
): D {
  return moves.reduce(
    (moved, { piece, by }) =>
      moveLayers(moved, piece.ids, { x: axis === 'x' ? by : 0, y: axis === 'y' ? by : 0 }),
    design,
  );
}

function listPieces(design: LayerDocument, ids: LayerIds): Piece[] {
  const pieces = new Map<string, EditableLayer[]>();
  for (const layer of findLayers(design, ids)) {
    if (layer.locked) continue;
    const key = layer.group ? `group ${layer.group}` : `layer ${layer.id}`;
    pieces.set(key, [...(pieces.get(key) ?? []), layer]);
  }
  return [...pieces.values()].map((layers) => ({
    ids: layers.map(({ id }) => id),
    box: getEnclosingBox(layers.map(getBoundingBox)) as Box,
  }));
}

/** Rounds to a hundredth of a unit, which is invisible and removes floating-point noise. */
export function roundCoordinate(value: number): number {
  return Math.round(value * 100) / 100;
}
