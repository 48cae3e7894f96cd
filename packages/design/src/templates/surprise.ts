import { createPalette } from '../palette/palette.ts';
import type { Design, Shape } from '../schema.ts';
import type { TemplateContent } from './build.ts';
import { templates } from './index.ts';

/** Pairs of main and accent colors that work together. */
export const surpriseColors = [
  ...(['#1f4e8c', '#14532d', '#7a1f3d', '#3b2a6b', '#0f4c5c', '#1e293b'] as const).map(
    (main) => [main, '#c9a227'] as const,
  ),
  ...(['#1f4e8c', '#7a1f3d', '#3b2a6b', '#1e293b', '#0f4c5c', '#4a044e'] as const).map(
    (main) => [main, '#9aa8ba'] as const,
  ),
  ...(['#14532d', '#0f4c5c', '#1e293b', '#7c2d12'] as const).map(
    (main) => [main, '#c08a55'] as const,
  ),
  ['#134e4a', '#e0a93b'],
  ['#312e81', '#2dd4bf'],
  ['#1e293b', '#f59e0b'],
  ['#5b21b6', '#f0b429'],
] as const;

/** Icons suited to badges. Most others would look odd. */
export const suitableIcons = [
  ...['award', 'certificate', 'medal', 'trophy', 'star', 'crown', 'diamond', 'rosette', 'sparkles'],
  ...['school', 'book', 'books', 'pencil', 'feather', 'writing', 'abacus', 'language'],
  ...['atom', 'flask', 'microscope', 'telescope', 'dna', 'math', 'brain', 'bulb'],
  ...['code', 'terminal', 'database', 'cpu', 'robot', 'cloud', 'shield-check', 'lock', 'network'],
  ...['heart', 'heart-handshake', 'stethoscope', 'first-aid-kit', 'users', 'speakerphone'],
  ...['leaf', 'plant', 'trees', 'sun', 'mountain', 'compass', 'anchor', 'globe', 'map', 'world'],
  ...['music', 'palette', 'theater', 'chess-knight', 'puzzle', 'rocket', 'flame'],
  ...['scale', 'building-bank', 'building-bridge', 'target', 'key', 'tools'],
];

const scalloped: Shape = { kind: 'seal', teeth: 24, depth: 0.06 };
const flowered: Shape = { kind: 'seal', teeth: 12, depth: 0.08 };
const pointed: Shape = { kind: 'star', points: 30, depth: 0.08 };
/**
 * Alternative shapes for a template's bottom layers. All work there because the layers above are
 * round and smaller.
 */
export const templateShapes: Record<string, { layers: string[]; shapes: Shape[] }> = {
  'gold-seal': { layers: ['Seal'], shapes: [scalloped, flowered, pointed] },
  laurels: { layers: ['Background'], shapes: [{ kind: 'seal', teeth: 32, depth: 0.03 }] },
  medal: {
    layers: ['Seal'],
    shapes: [scalloped, pointed, { kind: 'seal', teeth: 16, depth: 0.08 }],
  },
  night: { layers: ['Sky'], shapes: [{ kind: 'seal', teeth: 36, depth: 0.04 }] },
  stamp: {
    layers: ['Rim'],
    shapes: [{ kind: 'circle' }, { kind: 'star', points: 60, depth: 0.04 }],
  },
  script: {
    layers: ['Background', 'Line'],
    shapes: [flowered, { kind: 'seal', teeth: 20, depth: 0.06 }, { kind: 'circle' }],
  },
  sunburst: { layers: ['Edge'], shapes: [scalloped, flowered, pointed] },
  overlap: { layers: ['Disc'], shapes: [scalloped, { kind: 'seal', teeth: 40, depth: 0.04 }] },
};

/**
 * Varies a template's colors, icon and shape. `random` returns values from 0 to 1, like
 * Math.random.
 */
export function createSurpriseDesign(
  words: Omit<TemplateContent, 'icon'>,
  icons: readonly string[],
  random: () => number,
): Design {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const [main, accent] = one(surpriseColors);
  const template = one(templates);
  const own = icons.filter((icon) => suitableIcons.includes(icon));
  const icon = one(own.length > 0 ? own : icons);
  const design = template.make(createPalette(main, accent), { ...words, icon });
  const varied = templateShapes[template.id];
  // Original shape, or an alternative.
  const shape = one([undefined, ...(varied?.shapes ?? [])]);
  if (!shape) return design;
  const layers = design.layers.map((layer) =>
    layer.type === 'shape' && varied?.layers.includes(layer.name) ? { ...layer, shape } : layer,
  );
  return { ...design, layers };
}
