import { mixColors } from '@insignia/tokens/shades';
import {
  createBadgeDesign,
  placeCircle,
  placeIcon,
  placeRectangle,
  placeText,
  placeTriangle,
  type Template,
  toCapitals,
} from './build.ts';
import {
  createLogoPlate,
  dropShadow,
  metallicGradient,
  radialGradient,
  solid,
  spreadAround,
  verticalGradient,
} from './ornaments.ts';

const white = solid('#ffffff');

/** A portal with its stones and steps. */
export const arch: Template = {
  id: 'arch',
  name: 'Portal',
  tags: ['academic', 'university', 'history', 'architecture', 'classic', 'museum'],
  make: (c, words) => {
    const up = words.logo ? 60 : 0;
    const stone = solid(mixColors(c.paper, c.accent, 0.22));
    const joint = solid(mixColors(c.accent, '#1a1200', 0.35));
    const portal = (name: string, width: number, top: number, own: object) => [
      placeRectangle(
        name,
        { at: [512, top + width / 2 + 60], size: [width, width + 120], radius: width / 2 },
        own,
      ),
      placeRectangle(
        name,
        { at: [512, (top + width / 2 + 876) / 2], size: [width, 876 - top - width / 2] },
        own,
      ),
    ];
    return createBadgeDesign([
      ...portal('Stones', 800, 16, { fill: stone }),
      ...spreadAround({ count: 24, radius: 355, at: [512, 416] }, (at, rotation) =>
        placeRectangle(
          'Joint',
          { at, size: [4, 94] },
          { fill: joint, opacity: 0.6, rotation, group: 'joints' },
        ),
      ).filter((_, n) => n <= 6 || n >= 18),
      ...[-1, 1].flatMap((way) =>
        [0, 1, 2, 3].map((n) =>
          placeRectangle(
            'Joint',
            { at: [512 + way * 355, 520 + n * 104], size: [94, 4] },
            { fill: joint, opacity: 0.6, group: 'joints' },
          ),
        ),
      ),
      ...portal('Edge', 626, 103, { fill: solid(c.accent) }),
      ...portal('Field', 604, 114, { fill: solid(c.main) }),
      placeRectangle(
        'Keystone',
        { at: [512, 66], size: [96, 132], radius: 10 },
        { fill: metallicGradient(c.accent), shadow: dropShadow },
      ),
      placeIcon(
        words,
        { at: [512, 288 - up / 2], size: 190 },
        { color: solid(c.accent), filled: true },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 506 - up], size: [520, 226] },
        { fill: white, font: 'Cinzel', size: 108, lineHeight: 1.08 },
      ),
      placeRectangle(
        'Rule',
        { at: [512, 650 - 1.4 * up], size: [140, 5] },
        { fill: solid(c.accent) },
      ),
      placeText(
        'Issuer',
        words.issuer,
        words.logo ? { at: [512, 602], size: [500, 62] } : { at: [512, 730], size: [500, 110] },
        { fill: white, font: 'Source Serif 4', weight: 400, size: 54, lineHeight: 1.1 },
      ),
      placeRectangle('Upper step', { at: [512, 900], size: [880, 60], radius: 4 }, { fill: stone }),
      placeRectangle('Step line', { at: [512, 932], size: [880, 6] }, { fill: joint }),
      placeRectangle('Lower step', { at: [512, 970], size: [980, 72], radius: 4 }, { fill: stone }),
      ...createLogoPlate(words.logo, 758, solid(c.accent)),
    ]);
  },
};

/** Two rings of petals around a disc. */
export const bloom: Template = {
  id: 'bloom',
  name: 'Bloom',
  tags: ['volunteer', 'community', 'wellness', 'environment', 'care', 'friendly'],
  make: (c, words) => {
    const up = words.logo ? 40 : 0;
    const petals = (from: number, radius: number, size: [number, number], color: string) =>
      spreadAround({ count: 10, radius, from }, (at, rotation) =>
        placeCircle(
          'Petal',
          { at, size },
          {
            fill: verticalGradient(color, mixColors(color, c.ink, 0.35)),
            rotation,
            group: 'petals',
          },
        ),
      );
    return createBadgeDesign([
      ...petals(18, 336, [232, 340], c.accent),
      ...petals(0, 318, [222, 370], c.main),
      ...spreadAround({ count: 10, radius: 382 }, (at, rotation) =>
        placeCircle(
          'Vein',
          { at, size: [8, 150] },
          { fill: white, opacity: 0.35, rotation, group: 'veins' },
        ),
      ),
      placeCircle('Disc', { size: 640 }, { fill: solid(c.paper), shadow: dropShadow }),
      placeCircle(
        'Stamens',
        { size: 600 },
        { stroke: { paint: solid(c.accent), width: 10, dash: [4, 21.4] } },
      ),
      placeIcon(words, { at: [512, 336 - up], size: 148 }, { color: solid(c.main), filled: true }),
      placeText(
        'Title',
        words.title,
        { at: [512, 510 - up], size: [500, 184] },
        { fill: solid(c.ink), font: 'Montserrat', size: 96, lineHeight: 1.06 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 660 - 1.4 * up], size: [390, 92] },
        { fill: solid(c.main), font: 'Montserrat', weight: 400, size: 42, lineHeight: 1.1 },
      ),
      ...createLogoPlate(words.logo, 810, solid(c.accent)),
    ]);
  },
};

/** An atom among the stars. */
export const orbit: Template = {
  id: 'orbit',
  name: 'Orbit',
  tags: ['science', 'physics', 'research', 'space', 'technology', 'chemistry'],
  make: (c, words) => {
    const up = words.logo ? 70 : 0;
    const at: [number, number] = [512, 362 - up];
    const long = words.logo ? 470 : 560;
    const stars: [number, number, number][] = [
      ...([
        [170, 420, 8],
        [236, 252, 12],
        [352, 128, 8],
        [700, 140, 12],
        [800, 268, 8],
      ] as const),
      ...([
        [858, 420, 12],
        [128, 560, 12],
        [896, 560, 8],
        [140, 690, 7],
        [884, 690, 9],
      ] as const),
      ...([[512, 66, 9]] as const),
    ].map(([x, y, size]) => [x, y, size]);
    return createBadgeDesign([
      placeCircle(
        'Sky',
        { size: 992 },
        { fill: radialGradient(c.main, c.ink), stroke: { paint: solid(c.accent), width: 14 } },
      ),
      ...stars.map(([x, y, size]) =>
        placeCircle('Dot', { at: [x, y], size }, { fill: white, opacity: 0.7, group: 'stars' }),
      ),
      ...[0, 60, 120].map((rotation, n) =>
        placeCircle(
          'Orbit',
          { at, size: [long, long * 0.36] },
          { stroke: { paint: n === 0 ? solid(c.accent) : solid('#ffffffb3'), width: 8 }, rotation },
        ),
      ),
      ...[0, 60, 120].map((degrees, n) => {
        const angle = (degrees * Math.PI) / 180;
        const reach = (n === 1 ? -1 : 1) * (long / 2);
        return placeCircle(
          'Electron',
          { at: [at[0] + reach * Math.cos(angle), at[1] + reach * Math.sin(angle)], size: 44 },
          { fill: n === 0 ? white : solid(c.accent), group: 'electrons' },
        );
      }),
      placeCircle(
        'Nucleus',
        { at, size: 182 },
        { fill: radialGradient(mixColors(c.accent, '#ffffff', 0.5), c.accent) },
      ),
      placeIcon(words, { at, size: 116 }, { color: solid(c.ink), filled: true }),
      placeText(
        'Title',
        words.title,
        { at: [512, 728 - 1.6 * up], size: [660, 152] },
        { fill: white, font: 'Montserrat', size: 104, lineHeight: 1.04 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 854 - 1.75 * up], size: [460, 76] },
        { fill: white, font: 'Montserrat', weight: 400, size: 42, lineHeight: 1.1 },
      ),
      ...createLogoPlate(words.logo, 868, solid(c.accent)),
    ]);
  },
};

/** Mountains under a full moon. */
export const summit: Template = {
  id: 'summit',
  name: 'Summit',
  tags: ['outdoors', 'hiking', 'adventure', 'sports', 'leadership', 'completion'],
  make: (c, words) => {
    const far = mixColors(c.main, '#ffffff', 0.42);
    const snow = mixColors(c.main, '#ffffff', 0.92);
    const peak = (tip: [number, number], height: number, color: string) => [
      placeTriangle('Mountain', { tip, height }, { fill: solid(color), group: 'mountains' }),
      placeTriangle(
        'Snow',
        { tip, height: height * 0.3 },
        { fill: solid(snow), group: 'mountains' },
      ),
    ];
    return createBadgeDesign([
      placeRectangle(
        'Sky',
        { size: [976, 976], radius: 170 },
        { fill: verticalGradient(c.deep, mixColors(c.main, '#ffffff', 0.3)) },
      ),
      ...(
        [
          [150, 180, 10],
          [262, 110, 7],
          [226, 330, 7],
          [800, 130, 10],
          [890, 246, 7],
          [770, 330, 8],
          [120, 420, 8],
          [904, 420, 9],
        ] as const
      ).map(([x, y, size]) =>
        placeCircle('Dot', { at: [x, y], size }, { fill: white, opacity: 0.8, group: 'stars' }),
      ),
      placeCircle('Glow', { at: [512, 262], size: 400 }, { fill: solid(c.accent), opacity: 0.25 }),
      placeCircle(
        'Moon',
        { at: [512, 262], size: 312 },
        { fill: radialGradient(mixColors(c.accent, '#ffffff', 0.6), c.accent) },
      ),
      placeIcon(words, { at: [512, 250], size: 178 }, { color: solid(c.ink), filled: true }),
      ...peak([282, 430], 260, far),
      ...peak([760, 400], 290, far),
      ...peak([512, 456], 260, c.main),
      placeRectangle(
        'Earth',
        { at: [512, 836], size: [976, 328], radius: 164 },
        { fill: solid(c.ink) },
      ),
      placeRectangle('Ground', { at: [512, 748], size: [976, 152] }, { fill: solid(c.ink) }),
      placeText(
        'Title',
        words.title,
        { at: [512, 776], size: [840, 168] },
        { fill: white, font: 'Montserrat', size: 116, lineHeight: 1.04 },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [512, 910], size: [640, 66] },
        { fill: solid(c.accent), font: 'Montserrat', size: 42, letterSpacing: 0.08 },
      ),
      placeRectangle(
        'Frame',
        { size: [952, 952], radius: 158 },
        { stroke: { paint: solid(c.accent), width: 10 } },
      ),
      ...createLogoPlate(words.logo, 574, solid(c.accent)),
    ]);
  },
};
