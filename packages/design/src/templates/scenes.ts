import { mixColors } from '@insignia/tokens/color';
import {
  createBadgeDesign,
  placeCircle,
  placeIcon,
  placeRectangle,
  placeShape,
  placeText,
  placeTriangle,
  type Template,
  toCapitals,
} from './build.ts';
import { createLogoCard, createLogoPlate } from './logos.ts';
import {
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
        'Icon',
        words.icon,
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
      placeIcon(
        'Icon',
        words.icon,
        { at: [512, 336 - up], size: 148 },
        { color: solid(c.main), filled: true },
      ),
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
      placeIcon('Icon', words.icon, { at, size: 116 }, { color: solid(c.ink), filled: true }),
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
      placeIcon(
        'Icon',
        words.icon,
        { at: [512, 250], size: 178 },
        { color: solid(c.ink), filled: true },
      ),
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

/** A bound book with a bookmark. */
export const book: Template = {
  id: 'book',
  name: 'Book',
  tags: ['reading', 'literature', 'library', 'language', 'school', 'history'],
  make: (c, words) => {
    const gold = metallicGradient(c.accent);
    const up = words.logo ? 54 : 0;
    return createBadgeDesign([
      placeRectangle(
        'Back',
        { at: [534, 522], size: [836, 976], radius: 26 },
        { fill: solid(c.ink), shadow: dropShadow },
      ),
      placeRectangle(
        'Pages',
        { at: [532, 516], size: [810, 948], radius: 10 },
        { fill: solid('#f4efe2') },
      ),
      ...[0, 1, 2].map((n) =>
        placeRectangle(
          'Page',
          { at: [532, 975 + n * 6], size: [800, 2] },
          { fill: solid('#b9ae94'), group: 'pages' },
        ),
      ),
      placeShape(
        'Bookmark',
        { kind: 'ribbon', fold: 0.3 },
        { at: [806, 930], size: [170, 62] },
        { fill: solid(c.accent), rotation: 90 },
      ),
      placeRectangle(
        'Cover',
        { at: [524, 492], size: [816, 944], radius: 22 },
        { fill: radialGradient(c.main, c.deep) },
      ),
      placeRectangle(
        'Spine',
        { at: [174, 492], size: [116, 944], radius: 22 },
        { fill: verticalGradient(c.deep, c.ink) },
      ),
      ...[120, 300, 684, 864].map((y) =>
        placeRectangle(
          'Raised band',
          { at: [174, y], size: [116, 22] },
          { fill: gold, group: 'spine' },
        ),
      ),
      placeRectangle(
        'Frame',
        { at: [580, 492], size: [628, 856], radius: 4 },
        { stroke: { paint: gold, width: 8 } },
      ),
      placeRectangle(
        'Fine frame',
        { at: [580, 492], size: [590, 818], radius: 4 },
        { stroke: { paint: gold, width: 3 } },
      ),
      ...[-1, 1].flatMap((right) =>
        [-1, 1].map((low) =>
          placeShape(
            'Corner',
            { kind: 'star', points: 4, depth: 0.55 },
            { at: [580 + right * 295, 492 + low * 409], size: 84 },
            { fill: gold, group: 'corners' },
          ),
        ),
      ),
      placeIcon(
        'Icon',
        words.icon,
        { at: [580, 254 - up], size: 176 },
        { color: gold, filled: true },
      ),
      placeText(
        'Title',
        words.title,
        { at: [580, 486 - up], size: [520, 250] },
        { fill: white, font: 'Playfair Display', size: 112, lineHeight: 1.06 },
      ),
      placeRectangle('Rule', { at: [580, 646 - up], size: [150, 5] }, { fill: gold }),
      placeText(
        'Issuer',
        words.issuer,
        { at: [580, 730 - 1.3 * up], size: [500, 100] },
        { fill: white, font: 'Source Serif 4', weight: 400, size: 52, lineHeight: 1.1 },
      ),
      ...createLogoCard(words.logo, { at: [580, 798], size: [360, 150], frame: gold }),
    ]);
  },
};

/** A record in its sleeve. */
export const vinyl: Template = {
  id: 'vinyl',
  name: 'Vinyl',
  tags: ['music', 'arts', 'media', 'performance', 'band', 'sound'],
  make: (c, words) => {
    const levels = [90, 170, 240, 150, 280, 210, 120, 190, 260, 140, 80];
    return createBadgeDesign([
      placeCircle(
        'Record',
        { at: [656, 512], size: 712 },
        { fill: radialGradient('#3a3a40', '#0e0e11'), shadow: dropShadow },
      ),
      ...[660, 600, 540, 480, 420, 360].map((size) =>
        placeCircle(
          'Groove',
          { at: [656, 512], size },
          { stroke: { paint: solid('#ffffff26'), width: 4 }, group: 'grooves' },
        ),
      ),
      placeCircle('Label', { at: [656, 512], size: 270 }, { fill: solid(c.accent) }),
      placeRectangle(
        'Sleeve',
        { at: [406, 512], size: [788, 860], radius: 14 },
        { fill: verticalGradient(c.main, c.deep), shadow: dropShadow },
      ),
      placeRectangle(
        'Edge of the sleeve',
        { at: [790, 512], size: [10, 860] },
        { fill: solid('#ffffff33') },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        { at: [406, 150], size: [680, 68] },
        {
          fill: white,
          font: 'Source Sans 3',
          size: 42,
          letterSpacing: 0.1,
          align: 'start',
        },
      ),
      placeRectangle('Rule', { at: [406, 200], size: [680, 5] }, { fill: solid(c.accent) }),
      placeIcon(
        'Icon',
        words.icon,
        { at: [206, 392], size: 260 },
        { color: solid(c.accent), filled: true },
      ),
      ...(words.logo
        ? []
        : levels.map((height, n) =>
            placeRectangle(
              'Level',
              { at: [400 + n * 33, 532 - height / 2], size: [20, height], radius: 10 },
              { fill: white, opacity: 0.85, group: 'levels' },
            ),
          )),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [406, 736], size: [680, 320] },
        { fill: white, font: 'Oswald', size: 150, lineHeight: 1.06, align: 'start' },
      ),
      ...createLogoCard(words.logo, { at: [572, 392], size: [344, 220], frame: solid(c.accent) }),
    ]);
  },
};

/** A window with code. */
export const program: Template = {
  id: 'program',
  name: 'Program',
  tags: ['coding', 'technology', 'software', 'data', 'computer', 'web'],
  make: (c, words) => {
    const lines: [number, number, string][][] = [
      [
        [0, 120, c.accent],
        [140, 210, '#ffffffcc'],
      ],
      [
        [60, 90, '#ffffff80'],
        [170, 160, c.accent],
        [350, 70, '#ffffff80'],
      ],
      [
        [60, 260, '#ffffffcc'],
        [340, 110, '#ffffff80'],
      ],
      [
        [120, 140, c.accent],
        [280, 120, '#ffffffcc'],
      ],
      [[0, 80, '#ffffff80']],
    ];
    return createBadgeDesign([
      placeRectangle(
        'Window',
        { size: [992, 880], radius: 48 },
        { fill: solid(c.ink), shadow: dropShadow },
      ),
      placeRectangle(
        'Title bar',
        { at: [512, 130], size: [992, 116], radius: 48 },
        { fill: solid(c.main) },
      ),
      placeRectangle('Edge', { at: [512, 160], size: [992, 56] }, { fill: solid(c.main) }),
      ...[c.accent, '#ffffff', mixColors(c.main, '#ffffff', 0.5)].map((color, n) =>
        placeCircle('Button', { at: [84 + n * 58, 130], size: 36 }, { fill: solid(color) }),
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [608, 130], size: [680, 64] },
        { fill: white, font: 'Source Sans 3', size: 44 },
      ),
      ...(words.logo
        ? []
        : lines.flatMap((parts, row) => [
            placeRectangle(
              'Line number',
              { at: [88, 264 + row * 58], size: [28, 14], radius: 7 },
              { fill: solid('#ffffff4d'), group: 'code' },
            ),
            ...parts.map(([from, width, color]) =>
              placeRectangle(
                'Code',
                { at: [134 + from + width / 2, 264 + row * 58], size: [width, 24], radius: 12 },
                { fill: solid(color), group: 'code' },
              ),
            ),
          ])),
      placeIcon(
        'Icon',
        words.icon,
        { at: [800, 380], size: 270 },
        { color: solid(c.accent), filled: true },
      ),
      placeRectangle('Rule', { at: [512, 566], size: [872, 4] }, { fill: solid('#ffffff33') }),
      placeText(
        'Title',
        words.title,
        { at: [512, 704], size: [872, 230] },
        { fill: white, font: 'Source Sans 3', size: 148, lineHeight: 1.02, align: 'start' },
      ),
      placeRectangle(
        'Cursor',
        { at: [512, 878], size: [872, 16], radius: 8 },
        { fill: solid(c.accent) },
      ),
      ...createLogoCard(words.logo, { at: [346, 380], size: [520, 270], frame: solid(c.accent) }),
    ]);
  },
};

/** Six tiles of plain shapes. */
export const tiles: Template = {
  id: 'tiles',
  name: 'Tiles',
  tags: ['design', 'arts', 'architecture', 'modern', 'creative', 'kids'],
  make: (c, words) => {
    const [width, height] = [308, 300];
    const center = (column: number, row: number): [number, number] => [
      204 + column * width,
      182 + row * height,
    ];
    const tile = (column: number, row: number, color: string) =>
      placeRectangle(
        'Tile',
        { at: center(column, row), size: [width, height] },
        { fill: solid(color), group: 'tiles' },
      );
    const round = (at: [number, number], size: number, color: string) =>
      placeCircle('Circle', { at, size }, { fill: solid(color), group: 'tiles' });
    const [left, top] = center(2, 1);
    return createBadgeDesign([
      placeRectangle(
        'Paper',
        { size: [976, 976], radius: 20 },
        { fill: solid(c.paper), shadow: dropShadow },
      ),
      tile(0, 0, c.main),
      tile(1, 0, c.accent),
      tile(2, 0, c.ink),
      tile(0, 1, mixColors(c.main, '#ffffff', 0.78)),
      tile(1, 1, c.deep),
      tile(2, 1, c.accent),
      round(center(0, 0), 250, c.paper),
      placeIcon(
        'Icon',
        words.icon,
        { at: center(0, 0), size: 168 },
        { color: solid(c.main), filled: true },
      ),
      placeTriangle(
        'Triangle',
        { tip: [center(1, 0)[0], 62], height: 240 },
        { fill: solid(c.ink) },
      ),
      placeShape(
        'Star',
        { kind: 'star', points: 8, depth: 0.5 },
        { at: center(2, 0), size: 250 },
        { fill: solid(c.accent) },
      ),
      ...(words.logo
        ? []
        : [250, 170, 90].map((size, n) => round(center(0, 1), size, n === 1 ? '#ffffff' : c.main))),
      placeShape(
        'Diamond',
        { kind: 'star', points: 4, depth: 1 - Math.SQRT1_2 },
        { at: center(1, 1), size: 256 },
        { fill: solid(c.paper) },
      ),
      round(center(1, 1), 104, c.accent),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((y) => round([left + x * 72, top + y * 70], 122, x === y ? c.main : c.paper)),
      ),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [512, 776], size: [924, 190] },
        { fill: solid(c.ink), font: 'Montserrat', size: 112, lineHeight: 1.04, align: 'start' },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 918], size: [924, 60] },
        { fill: solid(c.main), font: 'Montserrat', size: 42, align: 'start' },
      ),
      ...(words.logo
        ? createLogoCard(words.logo, {
            ...{ at: center(0, 1), size: [264, 256], frame: solid(c.main) },
          })
        : []),
    ]);
  },
};

/** A technical drawing. */
export const blueprint: Template = {
  id: 'blueprint',
  name: 'Blueprint',
  tags: ['engineering', 'construction', 'architecture', 'trade', 'technology', 'planning'],
  make: (c, words) => {
    const line = { paint: white, width: 4 };
    const grid = Array.from({ length: 9 }, (_, n) => 128 + n * 96).flatMap((at) => [
      placeRectangle('Grid', { at: [at, 512], size: [2, 936] }, { fill: white, opacity: 0.16 }),
      placeRectangle('Grid', { at: [512, at], size: [936, 2] }, { fill: white, opacity: 0.16 }),
    ]);
    return createBadgeDesign([
      placeRectangle(
        'Sheet',
        { size: [984, 984], radius: 14 },
        { fill: solid(c.main), shadow: dropShadow },
      ),
      ...grid,
      placeRectangle('Frame', { size: [936, 936] }, { stroke: line }),
      placeCircle(
        'Outer circle',
        { at: [512, 346], size: 500 },
        { stroke: { ...line, dash: [26, 14] } },
      ),
      placeCircle('Inner circle', { at: [512, 346], size: 396 }, { stroke: line }),
      placeRectangle(
        'Axis',
        { at: [512, 346], size: [640, 1] },
        { stroke: { paint: solid('#ffffffa6'), width: 3, dash: [40, 10, 8, 10] } },
      ),
      placeRectangle(
        'Axis',
        { at: [512, 346], size: [1, 560] },
        { stroke: { paint: solid('#ffffffa6'), width: 3, dash: [40, 10, 8, 10] } },
      ),
      placeCircle('Clearing', { at: [512, 346], size: 330 }, { fill: solid(c.main) }),
      placeIcon(
        'Icon',
        words.icon,
        { at: [512, 346], size: 264 },
        { color: white, strokeWidth: 1.2 },
      ),
      placeRectangle('Dimension', { at: [890, 346], size: [4, 500] }, { fill: solid(c.accent) }),
      ...[96, 596].map((y) =>
        placeRectangle('Dimension end', { at: [890, y], size: [60, 4] }, { fill: solid(c.accent) }),
      ),
      ...(
        [
          [0, 96],
          [180, 596],
        ] as const
      ).map(([rotation, y]) =>
        placeShape(
          'Arrow',
          { kind: 'star', points: 3, depth: 0.5 },
          { at: [890, y + (rotation === 0 ? 20 : -20)], size: 40 },
          { fill: solid(c.accent), rotation },
        ),
      ),
      placeRectangle(
        'Title block',
        { at: [512, 806], size: [872, 292] },
        { fill: solid(c.deep), stroke: line },
      ),
      placeRectangle('Divider', { at: [512, 868], size: [872, 4] }, { fill: white }),
      placeText(
        'Title',
        toCapitals(words.title),
        { at: [512, 764], size: [816, 176] },
        { fill: white, font: 'Oswald', size: 120, lineHeight: 1.06, align: 'start' },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 911], size: [816, 60] },
        { fill: white, font: 'Source Sans 3', weight: 400, size: 44, align: 'start' },
      ),
      ...createLogoCard(words.logo, { at: [196, 130], size: [260, 150], frame: solid(c.accent) }),
    ]);
  },
};
