import type { z } from 'zod';
import { designLimits } from '../limits.ts';
import type { Palette } from '../palette/palette.ts';
import { type Design, designSchema, type Paint, type Shape } from '../schema.ts';

/** A stored picture, by content address. */
export type Logo = { picture: string; width: number; height: number };

export type TemplateContent = {
  /** Name of the badge. */
  title: string;
  issuer: string;
  /** Name of a bundled icon. */
  icon: string;
  /** The issuer's logo. Without it, the template leaves no space for one. */
  logo?: Logo | undefined;
};

export type Template = {
  /** Permanent: API designs refer to it. */
  id: string;
  name: string;
  /** Words that a search for templates finds, besides the name. */
  tags: readonly string[];
  make: (palette: Palette, words: TemplateContent) => Design;
};

type Layers = z.input<typeof designSchema>['layers'];
type LayerInput<T extends Layers[number]['type']> = Extract<Layers[number], { type: T }>;
type Size = number | [number, number];
type LayerOptions<T extends Layers[number]['type']> = Partial<
  Omit<LayerInput<T>, 'id' | 'name' | 'type' | 'picture' | 'x' | 'y' | 'width' | 'height'>
>;

/** Width and height of every template. */
export const side = 1_024;
export const middle = side / 2;

/** A layer without an id, positioned by its center. */
export type TemplateLayer = (id: string) => Layers[number];

function box(at: [number, number], size: Size) {
  const [width, height] = typeof size === 'number' ? [size, size] : size;
  return { x: at[0] - width / 2, y: at[1] - height / 2, width, height };
}

export type Place = { at?: [number, number]; size: Size };

export function placeShape(
  name: string,
  form: Shape,
  { at = [middle, middle], size }: Place,
  own: LayerOptions<'shape'>,
): TemplateLayer {
  return (id) => ({ ...own, id, name, type: 'shape', shape: form, ...box(at, size) });
}

export function placeCircle(name: string, place: Place, own: LayerOptions<'shape'>): TemplateLayer {
  return placeShape(name, { kind: 'circle' }, place, own);
}

export function placeRectangle(
  name: string,
  place: Place & { radius?: number },
  own: LayerOptions<'shape'>,
): TemplateLayer {
  return placeShape(name, { kind: 'rectangle', radius: place.radius ?? 0 }, place, own);
}

/** An equilateral triangle, by its tip and its height. */
export function placeTriangle(
  name: string,
  { tip: [x, y], height }: { tip: [number, number]; height: number },
  own: LayerOptions<'shape'>,
): TemplateLayer {
  // A star of three points fills three quarters of its box.
  const side = height / 0.75;
  const form = { kind: 'star', points: 3, depth: 0.5 } as const;
  return placeShape(name, form, { at: [x, y + side / 2], size: side }, own);
}

export function placeText(
  name: string,
  words: string,
  { at = [middle, middle], size }: Place,
  own: LayerOptions<'text'>,
): TemplateLayer {
  const usual = { font: 'Source Serif 4', weight: 700, size: 96 } as const;
  return (id) => ({ ...usual, ...own, id, name, type: 'text', text: words, ...box(at, size) });
}

export function placeCircleText(
  name: string,
  words: string,
  { at = [middle, middle], size }: Place,
  own: LayerOptions<'circleText'>,
): TemplateLayer {
  const usual = { font: 'Source Sans 3', weight: 700, size: 56, letterSpacing: 0.12 } as const;
  return (id) => ({
    ...usual,
    ...own,
    id,
    name,
    type: 'circleText',
    text: words,
    ...box(at, size),
  });
}

export function placeIcon(
  { icon }: TemplateContent,
  { at = [middle, middle], size }: Place,
  own: LayerOptions<'icon'> & { color: Paint },
): TemplateLayer {
  return (id) => ({ ...own, id, name: 'Icon', type: 'icon', icon, ...box(at, size) });
}

export function placePicture(
  name: string,
  address: string,
  { at = [middle, middle], size }: Place,
  own: LayerOptions<'picture'>,
): TemplateLayer {
  return (id) => ({ ...own, id, name, type: 'picture', picture: address, ...box(at, size) });
}

/** Upper-cases a title, unless special letters (ﬃ, ß) make it too long for a layer. */
export function toCapitals(words: string): string {
  const upper = words.toUpperCase();
  return upper.length > designLimits.text ? words : upper;
}

export function createBadgeDesign(pieces: TemplateLayer[]): Design {
  const layers = pieces.map((piece, n) => piece(`layer-${n + 1}`));
  const [width, height] = [side, side];
  return designSchema.parse({ insigniaDesign: 1, kind: 'badge', width, height, layers });
}
