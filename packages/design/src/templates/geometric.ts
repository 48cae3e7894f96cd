import {
  createBadgeDesign,
  placeIcon,
  placeShape,
  placeText,
  type Template,
  type TemplateLayer,
  toCapitals,
} from './build.ts';
import {
  createLogo,
  createLogoPlate,
  metallicGradient,
  radialGradient,
  solid,
  verticalGradient,
} from './ornaments.ts';

const hexagonShadow = { color: '#00000055', x: 0, y: 12, blur: 32 };
/** Distance from the center of a hexagon to its corners. */
const cell = 52;
const rings = 4;

/** Honeycomb next to the jewel, lines at its edge. Text areas stay empty. */
function comb(accent: string): TemplateLayer[] {
  const steps = Array.from({ length: 2 * rings + 1 }, (_, n) => n - rings);
  const paint = solid(accent);
  return steps
    .flatMap((q) => steps.map((r) => ({ q, r, away: Math.max(...[q, r, q + r].map(Math.abs)) })))
    .map(({ q, r, away }) => ({
      away,
      at: [512 + 1.5 * cell * q, 512 + Math.sqrt(3) * cell * (r + q / 2)] as [number, number],
    }))
    .filter(({ away, at }) => away <= rings && at[1] < 420)
    .map(({ away, at }) =>
      placeShape(
        'Cell',
        { kind: 'hexagon' },
        { at, size: 2 * cell - 10 },
        {
          ...(away === rings
            ? { stroke: { paint, width: 3 }, opacity: 0.55 }
            : { fill: paint, opacity: 0.16 }),
          rotation: 30,
          group: 'comb',
        },
      ),
    );
}

export const hexagon: Template = {
  id: 'hexagon',
  name: 'Hexagon',
  tags: ['modern', 'technology', 'coding', 'data', 'professional'],
  make: (c, words) => {
    const up = words.logo ? 34 : 0;
    const form = (name: string, size: number, own: object, y = 512) =>
      placeShape(name, { kind: 'hexagon' }, { at: [512, y], size: [size, size] }, own);
    return createBadgeDesign([
      form('Edge', 1_000, { fill: metallicGradient(c.accent), shadow: hexagonShadow }),
      form('Groove', 936, { fill: solid(c.deep) }),
      form('Field', 918, { fill: radialGradient(c.main, c.deep) }),
      ...comb(c.accent),
      form('Line', 880, { stroke: { paint: metallicGradient(c.accent), width: 4 } }),
      form('Jewel', 372, { fill: metallicGradient(c.accent), shadow: hexagonShadow }, 284 - up),
      form('Jewel field', 330, { fill: verticalGradient(c.paper, '#ffffff') }, 284 - up),
      placeIcon(
        words,
        { at: [512, 284 - up], size: 176 },
        { color: solid(c.main), strokeWidth: 1.6 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 588 - up], size: [640, 216] },
        { fill: solid('#ffffff'), font: 'Montserrat', size: 132, lineHeight: 1.06 },
      ),
      placeShape(
        'Rule',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 712 - up], size: [112, 6] },
        { fill: solid(c.accent) },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 784 - up], size: [500, words.logo ? 72 : 90] },
        { fill: solid('#ffffff'), font: 'Montserrat', weight: 400, size: 44, lineHeight: 1.1 },
      ),
      ...(words.logo ? [] : [form('Stone', 64, { fill: metallicGradient(c.accent) }, 884)]),
      ...createLogoPlate(words.logo, 880, metallicGradient(c.accent)),
    ]);
  },
};

export const overlap: Template = {
  id: 'overlap',
  name: 'Overlap',
  tags: ['modern', 'design', 'marketing', 'teamwork', 'partnership'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    return createBadgeDesign([
      placeShape(
        'Disc',
        { kind: 'circle' },
        { size: 976 },
        { fill: radialGradient(c.main, c.deep) },
      ),
      placeShape(
        'Left',
        { kind: 'circle' },
        { at: [408, 334], size: 476 },
        { fill: solid(c.accent), group: 'circles' },
      ),
      placeShape(
        'Right',
        { kind: 'circle' },
        { at: [616, 334], size: 476 },
        { fill: solid('#ffffff'), opacity: hasLogo ? 1 : 0.82, group: 'circles' },
      ),
      placeIcon(words, hasLogo ? { at: [306, 334], size: 128 } : { at: [512, 334], size: 188 }, {
        color: solid(c.ink),
        strokeWidth: 1.6,
      }),
      placeText(
        'Title',
        words.title,
        { at: [512, 680], size: [700, 180] },
        { fill: solid('#ffffff'), font: 'Montserrat', size: 128, lineHeight: 1.06 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 836], size: [500, 104] },
        { fill: solid('#ffffff'), font: 'Montserrat', weight: 400, size: 52, lineHeight: 1.1 },
      ),
      ...createLogo(words.logo, { at: [616, 334], size: [350, 250] }),
    ]);
  },
};

const levelShadow = { color: '#00000050', x: 0, y: 12, blur: 28 };

/** Rank insignia: three stars above a shield with laurels. Remove stars for lower levels. */
export const levels: Template = {
  id: 'levels',
  name: 'Levels',
  tags: ['rank', 'leadership', 'level', 'military', 'sports'],
  make: (c, words) => {
    const up = words.logo ? 24 : 0;
    return createBadgeDesign([
      placeShape(
        'Laurel',
        { kind: 'laurel', leaves: 10 },
        { at: [512, 560], size: [1_000, 880] },
        { fill: metallicGradient(c.accent) },
      ),
      placeShape(
        'Edge',
        { kind: 'shield' },
        { at: [512, 560], size: [690, 850] },
        { fill: solid(c.deep), shadow: levelShadow },
      ),
      placeShape(
        'Field',
        { kind: 'shield' },
        { at: [512, 562], size: [640, 790] },
        {
          fill: verticalGradient(c.main, c.deep),
          stroke: { paint: metallicGradient(c.accent), width: 8 },
        },
      ),
      ...[-1, 0, 1].map((n) =>
        placeShape(
          `Star ${n + 2}`,
          { kind: 'star', points: 5, depth: 0.56 },
          { at: [512 + n * 178, n === 0 ? 112 : 142], size: n === 0 ? 196 : 148 },
          { fill: metallicGradient(c.accent), shadow: levelShadow, rotation: n * 12 },
        ),
      ),
      placeIcon(
        words,
        { at: [512, 372 - up], size: 150 },
        { color: solid('#ffffff'), strokeWidth: 1.7 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 570 - up], size: [560, 210] },
        { fill: solid('#ffffff'), font: 'Oswald', size: 150, lineHeight: 1.08 },
      ),
      placeShape(
        'Tails',
        { kind: 'ribbon', fold: 0.16 },
        { at: [512, 782 - up], size: [840, 104] },
        { fill: metallicGradient(c.accent), shadow: levelShadow },
      ),
      placeShape(
        'Ribbon',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 764 - up], size: [690, 104] },
        { fill: solid(c.paper), shadow: levelShadow },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 764 - up], size: [640, 76] },
        { fill: solid(c.ink), font: 'Source Sans 3', size: 52, letterSpacing: 0.08 },
      ),
      ...createLogoPlate(words.logo, 892, metallicGradient(c.accent)),
    ]);
  },
};
