import { mixColors } from '@insignia/tokens/shades';
import type { Paint } from '../schema.ts';
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
  createLogoPlate,
  createRingText,
  dropShadow,
  metallicGradient,
  radialGradient,
  solid,
  spreadAround,
  verticalGradient,
} from './ornaments.ts';

const white = solid('#ffffff');

/** Two stars on each other, like the badge of an order. */
export const order: Template = {
  id: 'order',
  name: 'Order star',
  tags: ['honors', 'military', 'public service', 'merit', 'leadership', 'official'],
  make: (c, words) => {
    const up = words.logo ? 34 : 0;
    const gold = metallicGradient(c.accent);
    const dark = metallicGradient(mixColors(c.accent, '#1a1200', 0.35));
    return createBadgeDesign([
      placeShape(
        'Lower star',
        { kind: 'star', points: 8, depth: 0.36 },
        { size: 1_000 },
        { fill: dark, shadow: dropShadow, rotation: 22.5 },
      ),
      placeShape(
        'Upper star',
        { kind: 'star', points: 8, depth: 0.4 },
        { size: 1_020 },
        { fill: gold, stroke: { paint: solid(c.deep), width: 3 } },
      ),
      ...spreadAround({ count: 8, radius: 402 }, (at, rotation) =>
        placeRectangle(
          'Ray',
          { at, size: [4, 190] },
          { fill: solid(c.deep), opacity: 0.4, rotation, group: 'rays' },
        ),
      ),
      placeCircle('Ring', { size: 690 }, { fill: gold, shadow: dropShadow }),
      placeCircle('Band', { size: 660 }, { fill: radialGradient(c.main, c.deep) }),
      placeCircle(
        'Beads',
        { size: 630 },
        { stroke: { paint: solid(c.accent), width: 9, dash: [9, 10.8] } },
      ),
      placeIcon(words, { at: [512, 316 - up / 2], size: 128 }, { color: gold, filled: true }),
      placeText(
        'Title',
        words.title,
        { at: [512, 494 - up], size: [530, 196] },
        { fill: white, font: 'Cinzel', size: 100, lineHeight: 1.08 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 658 - 1.4 * up], size: [420, 92] },
        { fill: white, font: 'Source Serif 4', weight: 400, size: 46, lineHeight: 1.1 },
      ),
      ...createLogoPlate(words.logo, 814, gold),
    ]);
  },
};

/** A wax seal with its ribbon. */
export const wax: Template = {
  id: 'wax',
  name: 'Wax seal',
  tags: ['classic', 'official', 'notary', 'heritage', 'certified', 'craft'],
  make: (c, words) => {
    const up = words.logo ? 44 : 0;
    const light = mixColors(c.main, '#ffffff', 0.28);
    return createBadgeDesign([
      ...[112, 68].map((rotation, n) =>
        placeShape(
          'Ribbon',
          { kind: 'ribbon', fold: 0.3 },
          { at: [n === 0 ? 372 : 652, 770], size: [520, 130] },
          { fill: metallicGradient(c.accent), rotation, group: 'ribbon' },
        ),
      ),
      placeShape(
        'Drip',
        { kind: 'seal', teeth: 7, depth: 0.035 },
        { at: [518, 468], size: [916, 872] },
        { fill: solid(c.deep), rotation: 24 },
      ),
      placeShape(
        'Wax',
        { kind: 'seal', teeth: 9, depth: 0.04 },
        { at: [506, 460], size: [888, 866] },
        { fill: radialGradient(light, c.main), shadow: dropShadow, rotation: 8 },
      ),
      placeCircle(
        'Dent',
        { at: [512, 462], size: 724 },
        {
          fill: {
            type: 'linear',
            angle: 60,
            stops: [
              { at: 0, color: c.deep },
              { at: 1, color: light },
            ],
          },
        },
      ),
      placeCircle('Face', { at: [512, 462], size: 696 }, { fill: solid(c.main) }),
      placeCircle(
        'Ring',
        { at: [512, 462], size: 510 },
        { stroke: { paint: solid('#ffffff59'), width: 5 } },
      ),
      placeShape(
        'Rope',
        { kind: 'seal', teeth: 48, depth: 0.02 },
        { at: [512, 462], size: 664 },
        { stroke: { paint: solid('#ffffff59'), width: 5 } },
      ),
      createRingText(
        'Issuer',
        words.issuer,
        { at: [512, 462], size: 550 },
        { fill: solid(c.paper), size: 50, letterSpacing: 0.12, span: 0.72 },
      ),
      placeIcon(
        words,
        { at: [512, 366 - up], size: words.logo ? 120 : 150 },
        { color: solid(c.paper), filled: true },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 542 - 1.6 * up], size: [450, 190] },
        { fill: solid(c.paper), font: 'Cinzel', size: 92, lineHeight: 1.08 },
      ),
      ...createLogoPlate(words.logo, 780, metallicGradient(c.accent)),
    ]);
  },
};

/** Pilot's wings with a shield. */
export const wings: Template = {
  id: 'wings',
  name: 'Wings',
  tags: ['aviation', 'travel', 'military', 'leadership', 'driving', 'graduation'],
  make: (c, words) => {
    const up = words.logo ? 84 : 0;
    const gold = metallicGradient(c.accent);
    const feathers = [0, 1, 2, 3, 4].flatMap((n) =>
      [-1, 1].map((way) => {
        const length = 420 - n * 42;
        const turn = (-20 + n * 11) * way;
        return placeRectangle(
          'Feather',
          {
            at: [512 + way * (88 + length / 2), 250 + n * 52 - up + Math.max(0, n - 1) * 6],
            size: [length, 56],
            radius: 28,
          },
          {
            fill: gold,
            stroke: { paint: solid(c.deep), width: 4 },
            rotation: turn,
            group: 'wings',
          },
        );
      }),
    );
    return createBadgeDesign([
      ...feathers.toReversed(),
      placeShape(
        'Edge',
        { kind: 'shield' },
        { at: [512, 362 - up], size: [384, 470] },
        { fill: gold, shadow: dropShadow },
      ),
      placeShape(
        'Field',
        { kind: 'shield' },
        { at: [512, 361 - up], size: [346, 424] },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeIcon(words, { at: [512, 354 - up], size: 196 }, { color: white, filled: true }),
      placeShape(
        'Tails',
        { kind: 'ribbon', fold: 0.14 },
        { at: [512, 728 - up], size: [1_010, 176] },
        { fill: solid(c.deep), shadow: dropShadow },
      ),
      placeRectangle(
        'Ribbon',
        { at: [512, 690 - up], size: [880, 206], radius: 6 },
        { fill: solid(c.main), shadow: dropShadow },
      ),
      placeRectangle(
        'Ribbon line',
        { at: [512, 690 - up], size: [852, 178], radius: 4 },
        { stroke: { paint: solid(c.accent), width: 4 } },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 690 - up], size: [800, 156] },
        { fill: white, font: 'Playfair Display', size: 112, lineHeight: 1.02 },
      ),
      placeRectangle(
        'Plate',
        { at: [512, 876 - 1.2 * up], size: [640, 76], radius: 38 },
        { fill: solid(c.paper), stroke: { paint: gold, width: 6 } },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 876 - 1.2 * up], size: [560, 56] },
        { fill: solid(c.ink), font: 'Source Sans 3', size: 40, letterSpacing: 0.08 },
      ),
      ...createLogoPlate(words.logo, 910, gold),
    ]);
  },
};

/** A cup on a pedestal with a plate. */
export const trophy: Template = {
  id: 'trophy',
  name: 'Trophy',
  tags: ['winner', 'competition', 'sports', 'champion', 'achievement', 'games'],
  make: (c, words) => {
    const gold = metallicGradient(c.accent);
    // Runs across, so that both parts of the bowl meet without a seam.
    const polished: Paint = { ...gold, ...(gold.type === 'linear' && { angle: 0 }) };
    const up = words.logo ? 44 : 0;
    const shade = { paint: solid(mixColors(c.accent, '#1a1200', 0.45)), width: 4 };
    return createBadgeDesign([
      ...[270, 754].map((x) =>
        placeCircle(
          'Handle',
          { at: [x, 232], size: [226, 270] },
          { stroke: { paint: gold, width: 40 }, group: 'handles' },
        ),
      ),
      placeRectangle('Stem', { at: [512, 594], size: [76, 100] }, { fill: gold }),
      placeCircle('Knot', { at: [512, 586], size: [150, 52] }, { fill: gold, stroke: shade }),
      placeShape(
        'Bowl',
        { kind: 'shield' },
        { at: [512, 316], size: [520, 500] },
        { fill: polished, shadow: dropShadow },
      ),
      placeRectangle('Bowl top', { at: [512, 170], size: [520, 230] }, { fill: polished }),
      placeRectangle(
        'Shine',
        { at: [318, 280], size: [24, 260], radius: 12 },
        { fill: white, opacity: 0.5 },
      ),
      placeRectangle(
        'Rim',
        { at: [512, 62], size: [600, 60], radius: 30 },
        { fill: gold, stroke: shade },
      ),
      placeIcon(
        words,
        { at: [512, 262 - up], size: words.logo ? 190 : 236 },
        { color: solid(c.ink), filled: true },
      ),
      placeRectangle(
        'Foot',
        { at: [512, 650], size: [330, 44], radius: 14 },
        { fill: gold, stroke: shade },
      ),
      placeRectangle(
        'Step',
        { at: [512, 696], size: [640, 52], radius: 8 },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeRectangle(
        'Base',
        { at: [512, 864], size: [940, 292], radius: 12 },
        { fill: verticalGradient(c.main, c.deep), shadow: dropShadow },
      ),
      placeRectangle(
        'Plate',
        { at: [512, 832], size: [880, 190], radius: 8 },
        { fill: solid(c.paper), stroke: { paint: gold, width: 6 } },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 832], size: [830, 168] },
        { fill: solid(c.ink), font: 'Playfair Display', size: 136, lineHeight: 1 },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 968], size: [820, 60] },
        { fill: white, font: 'Source Sans 3', size: 42, letterSpacing: 0.1 },
      ),
      ...createLogoPlate(words.logo, 480, solid(c.deep)),
    ]);
  },
};
