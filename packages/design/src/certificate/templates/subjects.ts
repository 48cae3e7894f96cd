import { mixColors } from '@insignia/tokens/shades';
import {
  type CertificateTemplate,
  defineTemplate,
  type Layer,
  placeCircle,
  placeDates,
  placePart,
  placeProof,
  placeRectangle,
  placeShape,
  placeSignatures,
  placeText,
} from './parts.ts';

const display = { font: 'Cormorant Garamond', weight: 600 } as const;
const sans = { font: 'Source Sans 3' } as const;
const [ink, quiet] = ['#1f2024', '#5c6067'];

/** Crosses, for first aid, safety and care. */
export const firstAid: CertificateTemplate = defineTemplate({
  id: 'first-aid',
  name: 'First aid',
  tags: ['safety', 'rescue', 'health', 'care', 'emergency', 'nursing', 'license'],
  orientation: 'portrait',
  texts: {
    en: { title: 'First Aid Certificate' },
    de: { title: 'Erste-Hilfe-Bescheinigung' },
    fr: { title: 'Certificat de premiers secours' },
    es: { title: 'Certificado de primeros auxilios' },
    ar: { title: 'شهادة إسعافات أولية' },
  },
  layout: ({ width, height, middle, y, colors, texts, brand }) => {
    const cross = (id: string, [x, at]: [number, number], size: number, color: string) => {
      const arm = size * 0.34;
      const look = { fill: color, radius: size * 0.05 };
      return [
        placeRectangle(`${id}-v`, [x - arm / 2, at - size / 2, arm, size], look),
        placeRectangle(`${id}-h`, [x - size / 2, at - arm / 2, size, arm], look),
      ];
    };
    const soft = mixColors(colors.main, '#ffffff', 0.9);
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [22, y(at) - high / 2, width - 44, high], {
        ...{ ...sans, color: ink, ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 14,
      layers: [
        ...cross('mark-1', [18, y(40)], 58, soft),
        ...cross('mark-2', [width - 12, y(92)], 74, soft),
        ...cross('mark-3', [16, y(262)], 84, soft),
        placeRectangle('top', [-3, -3, width + 6, 10], { fill: colors.main }),
        placeRectangle('bottom', [-3, height - 7, width + 6, 10], { fill: colors.main }),
        ...cross('head', [middle, y(53)], 82, colors.main),
        placeCircle('disc', [middle, y(53)], 46, { fill: '#ffffff' }),
        placePart('badge', [middle - 19, y(53) - 19, 38, 38]),
        words('issuer', 106, 8, '{{issuer_name}}', { weight: 600, size: 13, color: quiet }),
        words('heading', 119, 15, texts.title, { weight: 600, size: 33, color: colors.main }),
        words('awarded-to', 134, 7, texts.awardedTo, { size: 12.5, color: quiet }),
        words('recipient', 147, 18, '{{recipient_name}}', { ...display, size: 44 }),
        words('awarded-for', 161, 7, texts.awardedFor, { size: 12.5, color: quiet }),
        words('badge-name', 170.5, 10, '{{badge_name}}', { weight: 600, size: 20 }),
        placeText('text', '{{certificate_text}}', [34, y(177), width - 68, y(20)], {
          ...{ ...sans, size: 12, color: ink, verticalAlign: 'top', lineHeight: 1.3 },
        }),
        placeRectangle('box', [34, y(201), width - 68, y(17)], {
          ...{ fill: soft, stroke: colors.main, strokeWidth: 0.5, radius: 4 },
        }),
        placeText('dates', '{{dates}}', [40, y(201), width - 80, y(17)], {
          ...{ ...sans, weight: 600, size: 13.5, color: colors.main },
        }),
        words('results', 222, 5.5, '{{results}}', { size: 11 }),
        ...placeSignatures(
          brand,
          {
            one: [middle - 38, 76],
            first: [34, 66],
            last: [width - 100, 66],
          },
          { y: y(241), color: ink, line: quiet, ...sans },
        ),
        placePart('logo', [34, y(257), 44, y(24)], { align: 'left' }),
        ...placeProof(brand, {
          ...{ code: [width - 58, y(256), 24], color: ink, align: 'right' },
          lines: [width - 144, y(257.5), 83, 9.5],
        }),
        placeText('small-print', brand.labels.smallPrint, [width - 144, y(257.5) + 10, 83, 8], {
          ...{ ...sans, size: 7, color: quiet, align: 'right', verticalAlign: 'top' },
        }),
      ],
    };
  },
});

/** Speech bubbles, with the level that the badge’s field “Level” has. */
export const language: CertificateTemplate = defineTemplate({
  id: 'language',
  name: 'Language',
  tags: ['language level', 'translation', 'speaking', 'exchange', 'international', 'cefr'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Language Certificate' },
    de: { title: 'Sprachzertifikat' },
    fr: { title: 'Certificat de langue' },
    es: { title: 'Certificado de idioma' },
    ar: { title: 'شهادة لغة' },
  },
  layout: ({ width, height, y, colors, texts, brand }) => {
    const left = 122;
    const room = width - left - 20;
    const tint = mixColors(colors.main, '#ffffff', 0.86);
    const bubble = (
      id: string,
      [x, top, wide, high]: [number, number, number, number],
      [tipX, turn]: [number, number],
      color: string,
    ) => [
      placeShape(
        `${id}-tip`,
        { kind: 'star', points: 3, depth: 0.5 },
        [tipX - 14, top + high - 21, 28, 28],
        { fill: color, rotation: turn },
      ),
      placeRectangle(id, [x, top, wide, high], { fill: color, radius: 12 }),
    ];
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 12,
      layers: [
        placeRectangle('side', [-3, -3, 72, height + 6], { fill: tint }),
        ...bubble('large', [20, y(30), 82, y(78)], [46, 196], colors.main),
        ...bubble('small', [44, y(122), 58, y(34)], [84, 164], colors.accent),
        placeCircle('disc', [61, y(69)], y(64), { fill: '#ffffff' }),
        placePart('badge', [61 - y(27), y(42), y(54), y(54)]),
        ...[-12, 0, 12].map((off, n) =>
          placeCircle(`dot-${n}`, [73 + off, y(139)], 6, { fill: '#ffffff' }),
        ),
        placePart('logo', [left, y(19), 64, y(16)], { align: 'left' }),
        words('issuer', 41, 7, '{{issuer_name}}', { weight: 600, size: 12, color: quiet }),
        words('heading', 57, 17, texts.title, {
          ...{ ...display, width: room - 40, size: 42, color: colors.main },
        }),
        placeText('level', '{{field:Level}}', [width - 58, y(57) - 9, 38, 18], {
          ...{ ...sans, weight: 600, size: 44, color: colors.main, align: 'right' },
        }),
        words('awarded-to', 74, 7, texts.awardedTo, { size: 12, color: quiet }),
        words('recipient', 87, 17, '{{recipient_name}}', { weight: 600, size: 34 }),
        words('awarded-for', 101, 7, texts.awardedFor, { size: 12, color: quiet }),
        words('badge-name', 110.5, 10, '{{badge_name}}', {
          ...{ weight: 600, size: 20, color: colors.main },
        }),
        placeText('text', '{{certificate_text}}', [left, y(117.5), room, y(16)], {
          ...{ ...sans, size: 12, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.3,
        }),
        words('results', 136.3, 5, '{{results}}', { size: 11 }),
        words('dates', 142, 6, '{{dates}}', { size: 11, weight: 600, color: ink }),
        ...placeSignatures(
          brand,
          {
            one: [left, 72],
            first: [left, 70],
            last: [left + 80, 70],
          },
          { y: y(164), align: 'left', color: ink, line: quiet, ...sans },
        ),
        ...placeProof(brand, {
          ...{ code: [20, y(171), 24], color: quiet, lines: [left, y(178), 100, 9.5] },
        }),
        placeText('small-print', brand.labels.smallPrint, [left, y(178) + 10, room, 7], {
          ...{ ...sans, size: 7, color: quiet, align: 'left', verticalAlign: 'top' },
        }),
      ],
    };
  },
});

/** Slanted lanes, with the rank that the badge’s field “Rank” has. */
export const sports: CertificateTemplate = defineTemplate({
  id: 'sports',
  name: 'Sports',
  tags: ['competition', 'winner', 'athletics', 'team', 'championship', 'tournament'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Sports Award' },
    de: { title: 'Sporturkunde' },
    fr: { title: 'Diplôme sportif' },
    es: { title: 'Diploma deportivo' },
    ar: { title: 'شهادة رياضية' },
  },
  layout: ({ width, height, y, colors, texts, brand }) => {
    const left = 22;
    const room = 150;
    const lane = (id: string, x: number, wide: number, color: string): Layer =>
      placeRectangle(id, [x - wide / 2, -60, wide, height + 120], { fill: color, rotation: 18 });
    const right = width - 58;
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 13,
      layers: [
        lane('lane-1', width - 104, 5, mixColors(colors.main, '#ffffff', 0.7)),
        lane('lane-2', width - 94, 9, colors.accent),
        lane('lane-3', width - 82, 9, mixColors(colors.main, '#ffffff', 0.35)),
        lane('lane-4', width + 6, 160, colors.main),
        lane('lane-5', width + 4, 26, mixColors(colors.main, colors.deep, 0.4)),
        lane('lane-6', width + 44, 60, colors.deep),
        placeShape('laurel', { kind: 'laurel', leaves: 12 }, [right - 45, y(40), 90, y(88)], {
          fill: mixColors(colors.accent, '#ffffff', 0.25),
        }),
        placeCircle('disc', [right, y(81)], 62, {
          ...{ fill: '#ffffff', stroke: colors.accent, strokeWidth: 1.2 },
        }),
        placePart('badge', [right - 25, y(81) - 25, 50, 50]),
        placeText('rank', '{{field:Rank}}', [right - 40, y(132), 80, y(18)], {
          ...{ ...sans, weight: 600, isItalic: true, size: 38, color: '#ffffff' },
        }),
        ...placeDates(brand, [right - 32, y(153), 64, 12], { ...sans, size: 11, color: '#ffffff' }),
        placeText('results', '{{results}}', [right - 32, y(168), 64, y(16)], {
          ...{ ...sans, size: 11, color: '#ffffff' },
        }),
        placePart('logo', [left, y(17), 64, y(18)], { align: 'left' }),
        words('heading', 54, 24, texts.title, {
          ...{ weight: 600, isItalic: true, size: 54, color: colors.main },
        }),
        words('awarded-to', 74, 7, texts.awardedTo, { size: 13, color: quiet }),
        words('recipient', 89, 20, '{{recipient_name}}', { weight: 600, size: 40 }),
        placeRectangle('rule-1', [left, y(101.5), 46, 1.6], { fill: colors.main }),
        placeRectangle('rule-2', [left + 48, y(101.5), 16, 1.6], { fill: colors.accent }),
        words('awarded-for', 111, 7, texts.awardedFor, { size: 13, color: quiet }),
        words('badge-name', 120.5, 11, '{{badge_name}}', { weight: 600, size: 22 }),
        placeText('text', '{{certificate_text}}', [left, y(128), 140, y(17)], {
          ...{ ...sans, size: 12, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.3,
        }),
        words('issuer', 145.5, 6, '{{issuer_name}}', {
          ...{ width: 120, weight: 600, size: 11.5, color: ink },
        }),
        ...placeSignatures(
          brand,
          {
            one: [left, 60],
            first: [left, 58],
            last: [left + 66, 58],
          },
          { y: y(165), align: 'left', color: ink, line: quiet, ...sans },
        ),
        ...placeProof(brand, {
          ...{ code: [left, y(176), 21], color: quiet, lines: [left + 24, y(177.5), 78, 9] },
        }),
        placeText('small-print', brand.labels.smallPrint, [left + 24, y(177.5) + 9.5, 94, 7], {
          ...{ ...sans, size: 7, color: quiet, align: 'left', verticalAlign: 'top' },
        }),
      ],
    };
  },
});

/** Staves with notes. */
export const music: CertificateTemplate = defineTemplate({
  id: 'music',
  name: 'Music',
  tags: ['music school', 'concert', 'band', 'choir', 'arts', 'performance', 'exam'],
  orientation: 'portrait',
  texts: {
    en: { title: 'Certificate of Music' },
    de: { title: 'Musikurkunde' },
    fr: { title: 'Certificat de musique' },
    es: { title: 'Certificado de música' },
    ar: { title: 'شهادة موسيقى' },
  },
  layout: ({ width, middle, y, colors, texts, brand }) => {
    const gap = 3.4;
    const staff = (id: string, top: number) =>
      Array.from({ length: 5 }, (_, n) =>
        placeRectangle(`${id}-${n}`, [-3, top + n * gap, width + 6, 0.35], {
          fill: mixColors(colors.main, '#ffffff', 0.25),
        }),
      );
    /** `step` counts from the middle line, half a gap each, upward. */
    const note = (id: string, x: number, top: number, step: number, color: string): Layer[] => {
      const at = top + 2 * gap - (step * gap) / 2;
      const isUp = step < 0;
      const stem = 11.5;
      return [
        placeRectangle(
          `${id}-stem`,
          [isUp ? x + 1.75 : x - 2.15, isUp ? at - stem : at, 0.4, stem],
          { fill: color },
        ),
        placeCircle(`${id}-head`, [x, at], [4.6, 3.3], { fill: color, rotation: -22 }),
      ];
    };
    const beam = (id: string, [from, to]: [number, number], at: number, color: string): Layer =>
      placeRectangle(id, [from + 1.75, at, to - from + 0.4, 1.5], { fill: color });
    const [upper, lower] = [y(34), y(261)];
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [middle - 80, y(at) - high / 2, 160, high], { color: ink, ...more });
    const { main, accent } = colors;
    const color = '#fffdf9';
    return {
      color,
      safeMargin: 12,
      layers: [
        ...staff('upper', upper),
        ...note('n1', 26, upper, -3, main),
        ...note('n2', 38, upper, -3, main),
        beam('beam-1', [26, 38], upper + 2 * gap + 1.5 * gap - 11.5, main),
        ...note('n3', 53, upper, -1, accent),
        ...note('n4', 68, upper, 2, main),
        ...note('n5', width - 70, upper, 1, main),
        ...note('n6', width - 55, upper, -2, accent),
        ...note('n7', width - 40, upper, -4, main),
        ...note('n8', width - 28, upper, -4, main),
        beam('beam-2', [width - 40, width - 28], upper + 2 * gap + 2 * gap - 11.5, main),
        placeCircle('clearing', [middle, upper + 2 * gap], 56, {
          ...{ fill: color, stroke: accent, strokeWidth: 0.7 },
        }),
        placePart('badge', [middle - 22, upper + 2 * gap - 22, 44, 44]),
        words('heading', 86, 20, texts.title, {
          ...{ ...display, isItalic: true, size: 46, color: main },
        }),
        words('awarded-to', 102, 7, texts.awardedTo, { size: 13, isItalic: true, color: quiet }),
        words('recipient', 117, 22, '{{recipient_name}}', { ...display, size: 50 }),
        placeCircle('dot-1', [middle, y(130)], 2.2, { fill: accent }),
        placeCircle('dot-2', [middle - 5, y(130)], 1.2, { fill: accent }),
        placeCircle('dot-3', [middle + 5, y(130)], 1.2, { fill: accent }),
        words('awarded-for', 140, 7, texts.awardedFor, { size: 13, isItalic: true, color: quiet }),
        words('badge-name', 150, 12, '{{badge_name}}', { weight: 600, size: 22, color: main }),
        placeText('text', '{{certificate_text}}', [middle - 68, y(158), 136, y(24)], {
          ...{ size: 12.5, color: ink, verticalAlign: 'top' },
        }),
        words('results', 185, 7, '{{results}}', { size: 12, weight: 600 }),
        words('dates', 193, 6, '{{dates}}', { size: 11.5, isItalic: true, color: quiet }),
        ...placeSignatures(
          brand,
          {
            one: [middle - 38, 76],
            first: [24, 72],
            last: [width - 96, 72],
          },
          { y: y(220), color: ink, line: quiet },
        ),
        placePart('logo', [24, y(236), 44, y(15)], { align: 'left' }),
        placeText('issuer', '{{issuer_name}}', [24, y(251.5), 66, 6], {
          ...{ weight: 600, size: 11, color: ink, align: 'left' },
        }),
        ...placeProof(brand, {
          ...{ code: [width - 46, y(235), 22], color: quiet, align: 'right' },
          lines: [width - 132, y(236), 83, 9.5],
        }),
        placeText('small-print', brand.labels.smallPrint, [width - 132, y(236) + 10, 83, 7.5], {
          ...{ ...sans, size: 7, color: quiet, align: 'right', verticalAlign: 'top' },
        }),
        ...staff('lower', lower),
        ...note('n9', 30, lower, -2, main),
        ...note('n10', 46, lower, 1, accent),
        ...note('n11', 62, lower, -4, main),
        ...note('n12', 74, lower, -4, main),
        beam('beam-3', [62, 74], lower + 4 * gap - 11.5, main),
        ...note('n13', middle + 4, lower, 2, main),
        ...note('n14', middle + 22, lower, -1, accent),
        ...note('n15', middle + 40, lower, 3, main),
        placeRectangle('bar-thin', [width - 27, lower, 0.5, 4 * gap + 0.35], { fill: main }),
        placeRectangle('bar-thick', [width - 24.5, lower, 1.6, 4 * gap + 0.35], { fill: main }),
      ],
    };
  },
});

/** A column of facts beside the text. */
export const microcredential: CertificateTemplate = defineTemplate({
  id: 'microcredential',
  name: 'Microcredential',
  tags: ['hours', 'credits', 'ects', 'skill', 'university', 'modern', 'transcript'],
  orientation: 'portrait',
  texts: {
    en: { title: 'Microcredential' },
    de: { title: 'Microcredential' },
    fr: { title: 'Microcertification' },
    es: { title: 'Microcredencial' },
    ar: { title: 'شهادة مصغّرة' },
  },
  layout: ({ width, height, y, colors, texts, brand }) => {
    const side = 66;
    const left = side + 16;
    const room = width - left - 18;
    const hexagons: [number, number, number][] = [
      [6, 40, 0.16],
      [36, 22, 0.1],
      [36, 58, 0.22],
      [6, 76, 0.1],
      [36, 94, 0.06],
    ];
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    const aside = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [12, y(at) - high / 2, side - 22, high], {
        ...{ ...sans, color: '#ffffff', align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 12,
      layers: [
        placeRectangle('side', [-3, -3, side + 3, height + 6], { fill: colors.main }),
        ...hexagons.map(([x, at, share], n) =>
          placeShape(`hexagon-${n}`, { kind: 'hexagon' }, [x - 20.7, at - 18, 41.4, 36], {
            ...{ fill: mixColors(colors.main, '#ffffff', share), rotation: 30 },
          }),
        ),
        placeRectangle('edge', [side, -3, 1.6, height + 6], { fill: colors.accent }),
        placeCircle('disc', [side / 2, y(62)], 52, { fill: '#ffffff' }),
        placePart('badge', [side / 2 - 21, y(62) - 21, 42, 42]),
        aside('results', 124, 34, '{{results}}', {
          ...{ weight: 600, size: 15, verticalAlign: 'top', lineHeight: 1.35 },
        }),
        placeRectangle('side-rule', [12, y(146), side - 22, 0.4], { fill: colors.accent }),
        ...placeDates(brand, [12, y(150), side - 22, 12], {
          ...{ ...sans, size: 11, color: '#ffffff', align: 'left' },
        }),
        placeRectangle('code-field', [12, y(214), 44, 44], { fill: '#ffffff', radius: 2 }),
        placePart('qr', [14, y(214) + 2, 40, 40]),
        aside('verify', 268, 4.2, brand.labels.verify, { size: 7.5 }),
        aside('address', 272.6, 4.2, brand.address, { size: 7.5 }),
        aside('credential-id', 277.2, 4.2, '{{credential_id}}', { size: 7.5 }),
        placePart('logo', [left, y(22), 60, y(20)], { align: 'left' }),
        words('issuer', 49, 8, '{{issuer_name}}', { weight: 600, size: 13, color: quiet }),
        words('heading', 74, 18, texts.title, { weight: 600, size: 38, color: colors.main }),
        words('awarded-to', 100, 7, texts.awardedTo, { size: 12, color: quiet }),
        words('recipient', 113, 20, '{{recipient_name}}', { ...display, size: 44 }),
        placeRectangle('rule', [left, y(126), 28, 1], { fill: colors.accent }),
        words('awarded-for', 137, 7, texts.awardedFor, { size: 12, color: quiet }),
        words('badge-name', 149, 16, '{{badge_name}}', { weight: 600, size: 21 }),
        placeText('text', '{{certificate_text}}', [left, y(160), room, y(56)], {
          ...{ ...sans, size: 13, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.4,
        }),
        ...placeSignatures(
          brand,
          {
            one: [left, 66],
            first: [left, 52],
            last: [left + 60, room - 60],
          },
          { y: y(248), align: 'left', color: ink, line: quiet, ...sans },
        ),
        placeText('small-print', brand.labels.smallPrint, [left, y(268), room, y(12)], {
          ...{ ...sans, size: 7.5, color: quiet, align: 'left' },
        }),
      ],
    };
  },
});
