import {
  createBadgeDesign,
  placeCircleText,
  placeIcon,
  placeShape,
  placeText,
  type Template,
  type TemplateContent,
  type TemplateLayer,
  toCapitals,
} from './build.ts';
import {
  createLogoPlate,
  createRingText,
  createRosette,
  createStars,
  metallicGradient,
  radialGradient,
  solid,
  splitInHalves,
} from './ornaments.ts';

const sealShadow = { color: '#00000055', x: 0, y: 14, blur: 36 };

export const goldSeal: Template = {
  id: 'gold-seal',
  name: 'Gold seal',
  tags: ['classic', 'official', 'certified', 'completion', 'professional'],
  make: (c, words) =>
    createBadgeDesign([
      placeShape(
        'Seal',
        { kind: 'seal', teeth: 40, depth: 0.07 },
        { size: 960 },
        { fill: metallicGradient(c.accent), shadow: sealShadow },
      ),
      placeShape('Edge', { kind: 'circle' }, { size: 812 }, { fill: solid(c.deep) }),
      placeShape(
        'Disc',
        { kind: 'circle' },
        { size: 788 },
        {
          fill: radialGradient(c.main, c.deep),
          stroke: { paint: metallicGradient(c.accent), width: 8 },
        },
      ),
      ...createRosette(
        { size: 566, teeth: 18, depth: 0.16, lines: 4 },
        { paint: solid(c.accent), width: 2, opacity: 0.32 },
      ),
      createRingText(
        'Issuer',
        words.issuer,
        { size: 614 },
        {
          fill: solid(c.paper),
          size: 58,
          letterSpacing: 0.14,
          span: 0.84,
        },
      ),
      ...(words.logo
        ? []
        : createStars({ radius: 342, size: 46, apart: 14 }, metallicGradient(c.accent))),
      placeIcon(
        words,
        { at: [512, 372], size: 176 },
        { color: metallicGradient(c.accent), strokeWidth: 1.6 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 574], size: [530, 210] },
        { fill: solid('#ffffff'), size: 136, lineHeight: 1.06 },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]),
};

const sunburstShadow = { color: '#0000004d', x: 0, y: 12, blur: 30 };

export const sunburst: Template = {
  id: 'sunburst',
  name: 'Sunburst',
  tags: ['retro', 'award', 'quality', 'appreciation', 'achievement'],
  make: (c, words) =>
    createBadgeDesign([
      placeShape(
        'Edge',
        { kind: 'star', points: 40, depth: 0.06 },
        { size: 980 },
        { fill: metallicGradient(c.accent), shadow: sunburstShadow },
      ),
      placeShape(
        'Disc',
        { kind: 'circle' },
        { size: 892 },
        { fill: radialGradient(c.main, c.deep) },
      ),
      placeShape(
        'Rays',
        { kind: 'star', points: 40, depth: 0.55 },
        { size: 872 },
        { fill: solid('#ffffff'), opacity: 0.09 },
      ),
      placeShape(
        'Field',
        { kind: 'circle' },
        { size: 624 },
        { fill: solid(c.paper), stroke: { paint: metallicGradient(c.accent), width: 12 } },
      ),
      createRingText(
        'Issuer',
        words.issuer,
        { size: 690 },
        {
          fill: solid('#ffffff'),
          font: 'Montserrat',
          size: 60,
          letterSpacing: 0.1,
          span: 0.84,
        },
      ),
      ...(words.logo
        ? []
        : createStars({ radius: 380, size: 48, apart: 13 }, metallicGradient(c.accent))),
      placeIcon(words, { at: [512, 370], size: 156 }, { color: solid(c.main), strokeWidth: 1.6 }),
      placeText(
        'Title',
        words.title,
        { at: [512, 572], size: [520, 230] },
        { fill: solid(c.ink), font: 'Montserrat', size: 116, lineHeight: 1.06 },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]),
};

const white = solid('#ffffff');
/** Characters that fit half of the ring. The bar separates the halves. */
const few = 24;
const lettering = { fill: white, font: 'Oswald', letterSpacing: 0.1, span: 0.37 };

/** Issuer above, stars below. A long issuer name takes both halves unless a logo is there. */
function ring({ issuer, logo }: TemplateContent): TemplateLayer[] {
  const name = toCapitals(issuer.trim());
  const isLong = [...name].length > few;
  const size = isLong ? 726 : 690;
  const own = isLong ? { ...lettering, letterSpacing: 0.05 } : lettering;
  const both = isLong && !logo ? splitInHalves(name) : undefined;
  const line = (side: 'top' | 'bottom', words: string) =>
    placeCircleText('Issuer', words, { size }, { ...own, side, size: 74 });
  if (both) return [line('top', both[0]), line('bottom', both[1])];
  const stars = logo ? [] : createStars({ radius: 388, size: 66, apart: 15 }, white);
  return [line('top', name), ...stars];
}

/**
 * One ink, like a rubber stamp: a ring of letters with a bar across that gives the title the full
 * width.
 */
export const stamp: Template = {
  id: 'stamp',
  name: 'Stamp',
  tags: ['official', 'approved', 'certified', 'attendance', 'one color'],
  make: (c, words) => {
    const ink = solid(c.main);
    const line = (size: number, width: number) =>
      placeShape('Ring', { kind: 'circle' }, { size }, { stroke: { paint: ink, width } });
    return createBadgeDesign([
      placeShape('Rim', { kind: 'seal', teeth: 64, depth: 0.028 }, { size: 1_004 }, { fill: ink }),
      placeShape('Gap', { kind: 'circle' }, { size: 938 }, { fill: white }),
      placeShape('Band', { kind: 'circle' }, { size: 916 }, { fill: ink }),
      placeShape('Background', { kind: 'circle' }, { size: 636 }, { fill: white }),
      line(612, 5),
      ...createRosette(
        { size: 590, teeth: 24, depth: 0.2, lines: 4 },
        { paint: ink, width: 2.5, opacity: 0.34 },
      ),
      placeShape('Clearing', { kind: 'circle' }, { size: 420 }, { fill: white }),
      ...ring(words),
      placeIcon(words, { at: [512, 318], size: 132 }, { color: ink, strokeWidth: 2 }),
      placeShape('Bar', { kind: 'rectangle', radius: 10 }, { size: [1_016, 236] }, { fill: white }),
      placeShape(
        'Bar line',
        { kind: 'rectangle', radius: 8 },
        { size: [1_004, 212] },
        { fill: ink },
      ),
      placeShape(
        'Fine line',
        { kind: 'rectangle', radius: 4 },
        { size: [980, 188] },
        { stroke: { paint: white, width: 3 } },
      ),
      placeText(
        'Title',
        toCapitals(words.title),
        { size: [936, 172] },
        { fill: white, font: 'Oswald', size: 148, lineHeight: 1.04, letterSpacing: 0.03 },
      ),
      ...createLogoPlate(words.logo, 850, ink),
    ]);
  },
};
