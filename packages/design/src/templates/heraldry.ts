import {
  createBadgeDesign,
  placeIcon,
  placeShape,
  placeText,
  type Template,
  toCapitals,
} from './build.ts';
import {
  createLogoPlate,
  metallicGradient,
  radialGradient,
  solid,
  verticalGradient,
} from './ornaments.ts';

const crestShadow = { color: '#00000050', x: 0, y: 12, blur: 32 };

export const crest: Template = {
  id: 'crest',
  name: 'Crest',
  tags: ['classic', 'academic', 'university', 'school', 'completion'],
  make: (c, words) => {
    const up = words.logo ? 26 : 0;
    return createBadgeDesign([
      placeShape(
        'Frame',
        { kind: 'shield' },
        { size: [800, 940] },
        { fill: metallicGradient(c.accent), shadow: crestShadow },
      ),
      placeShape(
        'Field',
        { kind: 'shield' },
        { at: [512, 510], size: [740, 874] },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeShape(
        'Fine line',
        { kind: 'shield' },
        { at: [512, 509], size: [700, 828] },
        { stroke: { paint: metallicGradient(c.accent), width: 3 } },
      ),
      placeIcon(
        words,
        { at: [512, 290], size: 210 },
        { color: metallicGradient(c.accent), strokeWidth: 1.5 },
      ),
      placeShape(
        'Tails',
        { kind: 'ribbon', fold: 0.14 },
        { at: [512, 606], size: [956, 200] },
        { fill: metallicGradient(c.accent), shadow: crestShadow },
      ),
      placeShape(
        'Band',
        { kind: 'rectangle', radius: 4 },
        { at: [512, 560], size: [832, 214] },
        { fill: solid(c.paper), shadow: crestShadow },
      ),
      placeShape(
        'Band line',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 560], size: [808, 190] },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 560], size: [768, 172] },
        { fill: solid(c.ink), font: 'Playfair Display', size: 112, lineHeight: 1.02 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 782 - up], size: [420, words.logo ? 64 : 96] },
        { fill: solid('#ffffff'), font: 'Source Sans 3', weight: 700, size: 48 },
      ),
      ...createLogoPlate(words.logo, 894, metallicGradient(c.accent)),
    ]);
  },
};

export const laurels: Template = {
  id: 'laurels',
  name: 'Laurels',
  tags: ['classic', 'honors', 'academic', 'appreciation', 'volunteer'],
  make: (c, words) => {
    const up = words.logo ? 44 : 0;
    return createBadgeDesign([
      // The plate keeps letters readable on dark pages.
      placeShape(
        'Background',
        { kind: 'circle' },
        { size: 1_004 },
        { fill: solid(c.paper), stroke: { paint: solid(c.accent), width: 6 } },
      ),
      placeShape(
        'Laurel',
        { kind: 'laurel', leaves: 11 },
        { at: [512, 500], size: 940 },
        { fill: metallicGradient(c.accent) },
      ),
      placeIcon(
        words,
        { at: [512, 292 - up], size: 150 },
        { color: solid(c.main), strokeWidth: 1.5 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 502 - up], size: [520, 240] },
        { fill: solid(c.ink), font: 'Playfair Display', size: 108, lineHeight: 1.08 },
      ),
      placeShape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 650 - up], size: [120, 4] },
        { fill: solid(c.accent) },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        words.logo ? { at: [512, 660], size: [360, 60] } : { at: [512, 706], size: [336, 84] },
        {
          fill: solid(c.main),
          font: 'Source Sans 3',
          size: 44,
          letterSpacing: 0.08,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]);
  },
};

const medalShadow = { color: '#0000004d', x: 0, y: 12, blur: 30 };

export const medal: Template = {
  id: 'medal',
  name: 'Medal',
  tags: ['classic', 'winner', 'competition', 'sports', 'achievement'],
  make: (c, words) =>
    createBadgeDesign([
      placeShape(
        'Left ribbon',
        { kind: 'ribbon', fold: 0.34 },
        { at: [384, 792], size: [440, 164] },
        { fill: verticalGradient(c.deep, c.main), rotation: 112 },
      ),
      placeShape(
        'Right ribbon',
        { kind: 'ribbon', fold: 0.34 },
        { at: [640, 792], size: [440, 164] },
        { fill: verticalGradient(c.main, c.deep), rotation: 68 },
      ),
      ...[112, 68].map((rotation) =>
        placeShape(
          'Stripe',
          { kind: 'rectangle', radius: 0 },
          { at: [rotation > 90 ? 384 : 640, 784], size: [390, 28] },
          { fill: solid(c.accent), opacity: 0.85, rotation },
        ),
      ),
      placeShape(
        'Seal',
        { kind: 'seal', teeth: 28, depth: 0.08 },
        { at: [512, 440], size: 860 },
        { fill: metallicGradient(c.accent), shadow: medalShadow },
      ),
      placeShape(
        'Disc',
        { kind: 'circle' },
        { at: [512, 440], size: 690 },
        { fill: radialGradient(c.main, c.deep), stroke: { paint: solid('#ffffff66'), width: 4 } },
      ),
      placeIcon(
        words,
        { at: [512, 286], size: 150 },
        { color: solid('#ffffff'), strokeWidth: 1.7 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 470], size: [570, 214] },
        { fill: solid('#ffffff'), font: 'Source Serif 4', size: 128, lineHeight: 1.08 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 648], size: [450, 100] },
        {
          fill: solid('#ffffffcc'),
          font: 'Source Sans 3',
          weight: 400,
          size: 52,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 836, metallicGradient(c.accent)),
    ]),
};
