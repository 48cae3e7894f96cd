import {
  createBadgeDesign,
  placeCircle,
  placeIcon,
  placeRectangle,
  placeShape,
  placeText,
  type Template,
  toCapitals,
} from './build.ts';
import {
  createHazardBand,
  createLogoPlate,
  createStars,
  dropShadow,
  metallicGradient,
  radialGradient,
  solid,
  spreadAround,
  verticalGradient,
} from './ornaments.ts';

const white = solid('#ffffff');

/** A square on its tip, cut like a gem. */
export const diamond: Template = {
  id: 'diamond',
  name: 'Diamond',
  tags: ['modern', 'premium', 'expert', 'excellence', 'sales', 'finance'],
  make: (c, words) => {
    const up = words.logo ? 40 : 0;
    const gold = metallicGradient(c.accent);
    // A star of four points with this depth is a square.
    const square = { kind: 'star', points: 4, depth: 1 - Math.SQRT1_2 } as const;
    const facet = (points: number, depth: number, opacity: number) =>
      placeShape(
        'Facet',
        { kind: 'star', points, depth },
        { size: 884 },
        { fill: white, opacity, group: 'facets' },
      );
    return createBadgeDesign([
      placeShape('Edge', square, { size: 1_020 }, { fill: gold, shadow: dropShadow }),
      placeShape('Groove', square, { size: 926 }, { fill: solid(c.deep) }),
      placeShape('Field', square, { size: 900 }, { fill: radialGradient(c.main, c.deep) }),
      facet(4, 0.64, 0.1),
      facet(4, 0.46, 0.07),
      placeShape('Line', square, { size: 820 }, { stroke: { paint: gold, width: 4 } }),
      placeIcon(words, { at: [512, 306 - up], size: 156 }, { color: gold, filled: true }),
      placeText(
        'Title',
        words.title,
        { at: [512, 506 - up], size: [640, 190] },
        { fill: white, font: 'Montserrat', size: 104, lineHeight: 1.06 },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 664 - up], size: [420, 84] },
        { fill: white, font: 'Montserrat', weight: 400, size: 40, letterSpacing: 0.06 },
      ),
      ...(words.logo
        ? []
        : [placeShape('Stone', square, { at: [512, 790], size: 84 }, { fill: gold })]),
      ...createLogoPlate(words.logo, 810, gold),
    ]);
  },
};

/** A sewn patch with a slanted band. */
export const varsity: Template = {
  id: 'varsity',
  name: 'Varsity',
  tags: ['sports', 'team', 'school', 'club', 'competition', 'fitness'],
  make: (c, words) => {
    const up = words.logo ? 30 : 0;
    const turned = { rotation: -6 };
    const patch = (name: string, size: number, own: object) =>
      placeShape(
        name,
        // A star of five points with this depth is a pentagon.
        { kind: 'star', points: 5, depth: 1 - Math.cos(Math.PI / 5) },
        { at: [512, 466], size },
        { ...own, rotation: 180 },
      );
    return createBadgeDesign([
      patch('Edge', 1_060, { fill: solid(c.ink), shadow: { ...dropShadow, y: -12 } }),
      patch('Border', 1_010, { fill: white }),
      patch('Field', 950, { fill: solid(c.main) }),
      patch('Stitches', 900, { stroke: { paint: solid('#ffffffcc'), width: 6, dash: [24, 16] } }),
      placeIcon(
        words,
        { at: [512, 226], size: 200 - up },
        { color: solid(c.accent), filled: true },
      ),
      placeRectangle(
        'Shade',
        { at: [520, 482 - up], size: [1_000, 226], radius: 8 },
        { fill: solid(c.ink), ...turned },
      ),
      placeRectangle(
        'Band',
        { at: [512, 468 - up], size: [1_000, 226], radius: 8 },
        { fill: solid(c.accent), ...turned },
      ),
      placeRectangle(
        'Band field',
        { at: [512, 468 - up], size: [976, 202], radius: 4 },
        { fill: white, ...turned },
      ),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [512, 468 - up], size: [900, 172] },
        { fill: solid(c.main), font: 'Oswald', size: 140, lineHeight: 1.04, ...turned },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 668 - 1.8 * up], size: [470, 88] },
        {
          fill: white,
          font: 'Oswald',
          weight: 400,
          size: 52,
          letterSpacing: 0.04,
          lineHeight: 1.1,
        },
      ),
      ...(words.logo
        ? []
        : [-1, 0, 1].map((n) =>
            placeShape(
              'Star',
              { kind: 'star', points: 5, depth: 0.58 },
              { at: [512 + n * 84, n === 0 ? 806 : 784], size: n === 0 ? 92 : 66 },
              { fill: solid(c.accent), group: 'stars' },
            ),
          )),
      ...createLogoPlate(words.logo, 790, solid(c.accent)),
    ]);
  },
};

/** A lifebuoy with its rope. */
export const lifebuoy: Template = {
  id: 'lifebuoy',
  name: 'Lifebuoy',
  tags: ['first aid', 'safety', 'rescue', 'emergency', 'swimming', 'care'],
  make: (c, words) => {
    const up = words.logo ? 30 : 0;
    const [middle, width] = [838, 168];
    const quarter = (Math.PI * middle) / 8;
    return createBadgeDesign([
      placeCircle('Rope', { size: 984 }, { stroke: { paint: solid(c.accent), width: 20 } }),
      placeCircle('Ring', { size: middle + width }, { fill: white, shadow: dropShadow }),
      placeCircle(
        'Bands',
        { size: middle },
        { stroke: { paint: solid(c.main), width, dash: [quarter, quarter] }, rotation: -22.5 },
      ),
      placeCircle(
        'Shade',
        { size: middle + width - 24 },
        { stroke: { paint: solid('#00000014'), width: 24 } },
      ),
      ...spreadAround({ count: 8, radius: middle / 2, from: 22.5 }, (at, rotation) =>
        placeRectangle(
          'Strap',
          { at, size: [26, width + 18], radius: 8 },
          { fill: solid(c.accent), rotation, group: 'straps' },
        ),
      ),
      placeCircle(
        'Field',
        { size: middle - width },
        { fill: solid(c.paper), stroke: { paint: solid(c.deep), width: 6 } },
      ),
      placeIcon(words, { at: [512, 330 - up], size: 168 }, { color: solid(c.main), filled: true }),
      placeText(
        'Title',
        words.title,
        { at: [512, 518 - up], size: [540, 184] },
        { fill: solid(c.ink), font: 'Montserrat', size: 104, lineHeight: 1.06 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 674 - 1.4 * up], size: [420, 92] },
        { fill: solid(c.main), font: 'Source Sans 3', weight: 700, size: 46, lineHeight: 1.1 },
      ),
      ...createLogoPlate(words.logo, 846, solid(c.main)),
    ]);
  },
};

/** A cross with rounded ends, for first aid and care. */
export const cross: Template = {
  id: 'cross',
  name: 'Cross',
  tags: ['first aid', 'safety', 'health', 'care', 'rescue', 'nursing'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    const both = (name: string, inset: number, own: object) =>
      [
        [460, 1_000],
        [1_000, 460],
      ].map(([width = 0, height = 0]) =>
        placeRectangle(
          name,
          { size: [width - inset, height - inset], radius: 76 - inset / 2 },
          own,
        ),
      );
    return createBadgeDesign([
      ...both('Edge', 0, { fill: solid(c.deep) }),
      ...both('Border', 22, { fill: white }),
      ...both('Field', 60, { fill: solid(c.main) }),
      placeIcon(words, { at: [512, 174], size: 208 }, { color: white, filled: true }),
      placeRectangle('Upper line', { at: [512, 324], size: [840, 6] }, { fill: solid(c.accent) }),
      placeText(
        'Title',
        words.title,
        { at: [512, 512], size: [860, 330] },
        { fill: white, font: 'Montserrat', size: 148, lineHeight: 1.06 },
      ),
      placeRectangle('Lower line', { at: [512, 700], size: [840, 6] }, { fill: solid(c.accent) }),
      placeText(
        'Issuer',
        words.issuer,
        hasLogo ? { at: [512, 752], size: [350, 62] } : { at: [512, 824], size: [350, 180] },
        { fill: white, font: 'Source Sans 3', weight: 700, size: 60, lineHeight: 1.1 },
      ),
      ...createLogoPlate(words.logo, 886, solid(c.accent)),
    ]);
  },
};

/** A sign with eight sides and barrier stripes. */
export const octagon: Template = {
  id: 'octagon',
  name: 'Octagon',
  tags: ['safety', 'construction', 'industry', 'protection', 'compliance', 'driving'],
  make: (c, words) => {
    const up = words.logo ? 46 : 0;
    const sign = (name: string, size: number, own: object) =>
      placeShape(name, { kind: 'star', points: 4, depth: 0 }, { size }, { ...own, rotation: 22.5 });
    return createBadgeDesign([
      sign('Edge', 1_080, { fill: solid(c.deep) }),
      sign('Border', 1_044, { fill: white }),
      sign('Field', 990, { fill: verticalGradient(c.main, c.deep) }),
      placeIcon(words, { at: [512, 220 - up / 2], size: 200 - up }, { color: white, filled: true }),
      placeRectangle('Band', { at: [512, 512 - up], size: [964, 282] }, { fill: solid(c.ink) }),
      ...[346, 638].flatMap((y) =>
        createHazardBand({ from: [30, y - up], width: 964, height: 34 }, [c.ink, c.accent]),
      ),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [512, 509 - up], size: [880, 214] },
        { fill: white, font: 'Oswald', size: 150, lineHeight: 1.06, letterSpacing: 0.02 },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 768 - 1.9 * up], size: [600, 110 - up] },
        {
          fill: white,
          font: 'Oswald',
          weight: 400,
          size: 56,
          letterSpacing: 0.06,
          lineHeight: 1.1,
        },
      ),
      ...(words.logo ? [] : createStars({ radius: 380, size: 52, apart: 12 }, solid(c.accent))),
      ...createLogoPlate(words.logo, 844, solid(c.accent)),
    ]);
  },
};
