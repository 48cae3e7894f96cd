import { mixColors } from '@insignia/tokens/shades';
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
import {
  createLogoCard,
  dropShadow,
  metallicGradient,
  radialGradient,
  solid,
  verticalGradient,
} from './ornaments.ts';

const white = solid('#ffffff');

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
      placeIcon(words, { at: [580, 254 - up], size: 176 }, { color: gold, filled: true }),
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
      placeIcon(words, { at: [206, 392], size: 260 }, { color: solid(c.accent), filled: true }),
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
      placeIcon(words, { at: [800, 380], size: 270 }, { color: solid(c.accent), filled: true }),
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
      placeIcon(words, { at: center(0, 0), size: 168 }, { color: solid(c.main), filled: true }),
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
      placeIcon(words, { at: [512, 346], size: 264 }, { color: white, strokeWidth: 1.2 }),
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
