import { mixColors } from '@insignia/tokens/shades';
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
  createLogo,
  createLogoCard,
  createLogoPlate,
  dropShadow,
  metallicGradient,
  radialGradient,
  solid,
  verticalGradient,
} from './ornaments.ts';

const white = solid('#ffffff');

/** A flag that hangs from a rod. */
export const pennant: Template = {
  id: 'pennant',
  name: 'Pennant',
  tags: ['festive', 'school', 'sports', 'team', 'scouting', 'celebration'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    const gold = metallicGradient(c.accent);
    return createBadgeDesign([
      placeShape(
        'Cloth',
        { kind: 'ribbon', fold: 1 },
        { at: [512, 536], size: [900, 720] },
        { fill: solid(c.main), rotation: 90 },
      ),
      placeRectangle(
        'Top',
        { at: [512, 430], size: [720, 700] },
        { fill: verticalGradient(c.deep, c.main) },
      ),
      ...[-1, 1].map((n) =>
        placeRectangle(
          'Stripe',
          { at: [512 + n * 320, 512], size: [14, 860] },
          { fill: solid(c.accent), group: 'stripes' },
        ),
      ),
      placeRectangle('Hem', { at: [512, 140], size: [720, 14] }, { fill: solid(c.accent) }),
      placeRectangle(
        'Rod',
        { at: [512, 78], size: [900, 36], radius: 18 },
        { fill: gold, shadow: dropShadow },
      ),
      ...[-1, 1].map((n) =>
        placeCircle('Knob', { at: [512 + n * 452, 78], size: 84 }, { fill: gold, group: 'knobs' }),
      ),
      placeCircle(
        'Disc',
        { at: [512, hasLogo ? 272 : 316], size: hasLogo ? 200 : 260 },
        { fill: solid(c.paper), stroke: { paint: gold, width: 12 } },
      ),
      placeIcon(
        words,
        { at: [512, hasLogo ? 272 : 316], size: hasLogo ? 116 : 156 },
        { color: solid(c.main), filled: true },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, hasLogo ? 468 : 562], size: [584, hasLogo ? 164 : 190] },
        { fill: white, font: 'Playfair Display', size: 124, lineHeight: 1.04 },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, hasLogo ? 592 : 706], size: [520, 66] },
        { fill: white, font: 'Source Sans 3', size: 46, letterSpacing: 0.08 },
      ),
      ...createLogoPlate(words.logo, 772, gold),
    ]);
  },
};

/** A ticket with a stub, for events. */
export const ticket: Template = {
  id: 'ticket',
  name: 'Ticket',
  tags: ['event', 'workshop', 'conference', 'attendance', 'participation', 'theater'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    const bars = [10, 4, 18, 6, 12, 4, 8, 20, 4, 12, 6, 16, 8, 4, 14, 10, 4, 6, 18, 8];
    let at = 352;
    return createBadgeDesign([
      placeRectangle(
        'Ticket',
        { size: [1_000, 610], radius: 40 },
        { fill: verticalGradient(c.main, c.deep), shadow: dropShadow },
      ),
      placeRectangle(
        'Paper',
        { at: [646, 512], size: [688, 562], radius: 24 },
        { fill: solid(c.paper) },
      ),
      placeRectangle(
        'Perforation',
        { at: [280, 512], size: [1, 586] },
        { stroke: { paint: solid('#ffffffb3'), width: 8, dash: [14, 16] } },
      ),
      placeCircle('Stub ring', { at: [150, 512], size: 196 }, { fill: solid(c.accent) }),
      placeIcon(words, { at: [150, 512], size: 122 }, { color: solid(c.ink), filled: true }),
      ...[296, 728].map((y) =>
        placeShape(
          'Star',
          { kind: 'star', points: 5, depth: 0.6 },
          { at: [150, y], size: 60 },
          { fill: solid(c.accent), group: 'stars' },
        ),
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [646, 304], size: [592, 64] },
        {
          fill: solid(c.main),
          font: 'Source Sans 3',
          size: 40,
          letterSpacing: 0.1,
          align: 'start',
        },
      ),
      placeRectangle('Rule', { at: [646, 356], size: [592, 5] }, { fill: solid(c.accent) }),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [646, 502], size: [592, 250] },
        { fill: solid(c.ink), font: 'Oswald', size: 128, lineHeight: 1.08, align: 'start' },
      ),
      ...(hasLogo
        ? []
        : bars.map((width) => {
            at += width + 9;
            return placeRectangle(
              'Bar',
              { at: [at - width / 2, 706], size: [width, 72] },
              { fill: solid(c.ink), group: 'bars' },
            );
          })),
      ...createLogo(words.logo, { at: [646, 706], size: [560, 116] }),
    ]);
  },
};

/** A parchment on two rolls. */
export const scroll: Template = {
  id: 'scroll',
  name: 'Scroll',
  tags: ['classic', 'history', 'law', 'literature', 'writing', 'graduation'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    const [light, shade] = [
      mixColors(c.paper, c.accent, 0.12),
      mixColors(c.accent, '#5a4410', 0.4),
    ];
    const sheet = mixColors(c.paper, c.accent, 0.1);
    const roll = (y: number) => [
      placeRectangle(
        'Rod',
        { at: [512, y], size: [960, 44], radius: 22 },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeRectangle(
        'Roll',
        { at: [512, y], size: [840, 124], radius: 44 },
        {
          fill: {
            type: 'linear' as const,
            angle: 90,
            stops: [
              { at: 0, color: mixColors(light, shade, 0.35) },
              { at: 0.4, color: '#fffdf6' },
              { at: 1, color: mixColors(light, shade, 0.6) },
            ],
          },
          shadow: dropShadow,
        },
      ),
    ];
    return createBadgeDesign([
      placeRectangle(
        'Sheet',
        { size: [740, 800] },
        {
          fill: {
            type: 'linear',
            angle: 0,
            stops: [
              { at: 0, color: mixColors(sheet, shade, 0.3) },
              { at: 0.12, color: sheet },
              { at: 0.88, color: sheet },
              { at: 1, color: mixColors(sheet, shade, 0.3) },
            ],
          },
        },
      ),
      ...roll(110),
      ...roll(914),
      placeIcon(words, { at: [512, 262], size: 132 }, { color: solid(c.main), strokeWidth: 1.4 }),
      placeText(
        'Title',
        words.title,
        { at: [512, 436], size: [600, 190] },
        { fill: solid(c.ink), font: 'Cinzel', size: 96, lineHeight: 1.1 },
      ),
      placeRectangle('Rule', { at: [512, 552], size: [180, 4] }, { fill: solid(c.main) }),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 602], size: [560, 70] },
        { fill: solid(c.main), font: 'Source Serif 4', weight: 400, size: 50 },
      ),
      ...(hasLogo
        ? []
        : [
            placeShape(
              'Wax',
              { kind: 'seal', teeth: 13, depth: 0.07 },
              { at: [512, 770], size: 184 },
              { fill: radialGradient(c.main, c.deep), shadow: dropShadow },
            ),
            placeCircle(
              'Wax ring',
              { at: [512, 770], size: 120 },
              { stroke: { paint: solid('#ffffff66'), width: 5 } },
            ),
            placeShape(
              'Wax star',
              { kind: 'star', points: 5, depth: 0.6 },
              { at: [512, 770], size: 78 },
              { fill: solid('#ffffffcc') },
            ),
          ]),
      ...createLogo(words.logo, { at: [512, 750], size: [460, 170] }),
    ]);
  },
};

/** A wide label, for microcredentials. */
export const capsule: Template = {
  id: 'capsule',
  name: 'Capsule',
  tags: ['modern', 'microcredential', 'skill', 'course', 'professional', 'technology'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    return createBadgeDesign([
      placeRectangle(
        'Capsule',
        { size: [1_004, 420], radius: 210 },
        {
          fill: {
            type: 'linear',
            angle: 0,
            stops: [
              { at: 0, color: c.deep },
              { at: 1, color: c.main },
            ],
          },
          shadow: dropShadow,
        },
      ),
      placeRectangle(
        'Line',
        { size: [968, 384], radius: 192 },
        { stroke: { paint: solid(c.accent), width: 5 } },
      ),
      placeCircle('Disc', { at: [218, 512], size: 328 }, { fill: solid('#ffffff') }),
      ...(hasLogo
        ? createLogo(words.logo, { at: [218, 512], size: [236, 236] })
        : [
            placeIcon(words, { at: [218, 512], size: 196 }, { color: solid(c.main), filled: true }),
          ]),
      placeText(
        'Title',
        words.title,
        { at: [668, 476], size: [520, 200] },
        { fill: white, font: 'Montserrat', size: 88, lineHeight: 1.08, align: 'start' },
      ),
      placeRectangle('Rule', { at: [668, 592], size: [520, 4] }, { fill: solid(c.accent) }),
      placeText(
        'Issuer',
        words.issuer,
        { at: [668, 636], size: [520, 60] },
        { fill: white, font: 'Montserrat', weight: 400, size: 42, align: 'start' },
      ),
    ]);
  },
};

/** A postage stamp with a postmark. */
export const postage: Template = {
  id: 'postage',
  name: 'Postage',
  tags: ['travel', 'language', 'culture', 'exchange', 'collector', 'history'],
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    const marks = solid(`${c.ink}8c`);
    return createBadgeDesign([
      placeRectangle(
        'Perforation',
        { size: [830, 974] },
        { stroke: { paint: solid(c.paper), width: 34, dash: [22, 18] }, shadow: dropShadow },
      ),
      placeRectangle('Paper', { size: [830, 974] }, { fill: solid(c.paper) }),
      placeRectangle(
        'Picture',
        { at: [512, 418], size: [722, 678] },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeShape(
        'Rays',
        { kind: 'star', points: 24, depth: 0.62 },
        { at: [512, 430], size: 640 },
        { fill: white, opacity: 0.12 },
      ),
      placeCircle(
        'Sun',
        { at: [512, 430], size: 350 },
        { fill: radialGradient(mixColors(c.accent, '#ffffff', 0.5), c.accent) },
      ),
      placeIcon(words, { at: [512, 430], size: 200 }, { color: solid(c.ink), filled: true }),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 142], size: [640, 72] },
        { fill: white, font: 'Source Sans 3', size: 48, letterSpacing: 0.12 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 868], size: [722, 170] },
        { fill: solid(c.ink), font: 'Source Serif 4', size: 110, lineHeight: 1.04 },
      ),
      ...[250, 226, 150].map((size, n) =>
        placeCircle(
          'Postmark',
          { at: [790, 668], size },
          { stroke: { paint: marks, width: n === 1 ? 3 : 6 }, group: 'postmark' },
        ),
      ),
      placeShape(
        'Postmark star',
        { kind: 'star', points: 6, depth: 0.5 },
        { at: [790, 668], size: 96 },
        { fill: marks, group: 'postmark' },
      ),
      ...(hasLogo
        ? createLogoCard(words.logo, {
            ...{ at: [512, 694], size: [330, 130], frame: solid(c.accent) },
          })
        : []),
    ]);
  },
};
