import type { Design, Layer, LayerOf, Paint, Shape } from '../schema.ts';

export const defaultShapes: Record<Shape['kind'], Shape> = {
  circle: { kind: 'circle' },
  rectangle: { kind: 'rectangle', radius: 24 },
  shield: { kind: 'shield' },
  hexagon: { kind: 'hexagon' },
  star: { kind: 'star', points: 5, depth: 0.5 },
  seal: { kind: 'seal', teeth: 24, depth: 0.08 },
  ribbon: { kind: 'ribbon', fold: 0.3 },
  laurel: { kind: 'laurel', leaves: 9 },
};

type LayerIdentity = { id: string; name: string };

/** Centers a layer sized as a share of the picture. */
function placeLayer(design: Design, { id, name }: LayerIdentity, [w, h]: [number, number]) {
  const [width, height] = [Math.round(design.width * w), Math.round(design.height * h)];
  const [x, y] = [Math.round((design.width - width) / 2), Math.round((design.height - height) / 2)];
  const plain = { rotation: 0, opacity: 1, locked: false, hidden: false };
  return { id, name, x, y, width, height, ...plain };
}

const plain = (color: string): Paint => ({ type: 'color', color });

export function createShape(
  design: Design,
  own: LayerIdentity,
  kind: Shape['kind'],
  color: string,
): LayerOf<'shape'> {
  const size: [number, number] = kind === 'ribbon' ? [0.6, 0.15] : [0.4, 0.4];
  return {
    ...placeLayer(design, own, size),
    type: 'shape',
    shape: defaultShapes[kind],
    fill: plain(color),
  };
}

const lettering = { font: 'Source Serif 4', weight: 700, letterSpacing: 0 } as const;

export function createText(
  design: Design,
  own: LayerIdentity,
  text: string,
  color: string,
): LayerOf<'text'> {
  return {
    ...placeLayer(design, own, [0.6, 0.16]),
    ...lettering,
    type: 'text',
    text,
    size: Math.round(design.height * 0.09),
    align: 'center',
    lineHeight: 1.15,
    fill: plain(color),
  };
}

export function createCircleText(
  design: Design,
  own: LayerIdentity,
  text: string,
  color: string,
): LayerOf<'circleText'> {
  return {
    ...placeLayer(design, own, [0.7, 0.7]),
    ...lettering,
    type: 'circleText',
    text,
    font: 'Source Sans 3',
    size: Math.round(design.height * 0.05),
    letterSpacing: 0.12,
    side: 'top',
    fill: plain(color),
  };
}

export function createIcon(
  design: Design,
  own: LayerIdentity,
  icon: string,
  color: string,
): LayerOf<'icon'> {
  const size: [number, number] = [0.22, 0.22];
  return {
    ...placeLayer(design, own, size),
    type: 'icon',
    icon,
    color: plain(color),
    strokeWidth: 1.75,
  };
}

/** As large as fits, with the picture's aspect ratio. */
export function createPicture(
  design: Design,
  own: LayerIdentity,
  picture: string,
  size: { width: number; height: number },
  share = 0.5,
): LayerOf<'picture'> {
  const scale = share / Math.max(size.width / design.width, size.height / design.height);
  const w = (size.width * scale) / design.width;
  const h = (size.height * scale) / design.height;
  return { ...placeLayer(design, own, [w, h]), type: 'picture', picture };
}

export function createEmptyDesign(layers: Layer[] = []): Design {
  return { insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024, layers };
}
