import { mixColors } from '@insignia/tokens/shades';
import {
  type CertificateTemplate,
  defineTemplate,
  type Layer,
  placeCircle,
  placeDiamond,
  placePart,
  placeProof,
  placeRectangle,
  placeShape,
  placeSignatures,
  placeText,
} from './parts.ts';

const display = { font: 'Cormorant Garamond', weight: 600 } as const;
const [ink, quiet] = ['#221f1a', '#5f594e'];

/** Interwoven lines in a circle. */
function createRosette(id: string, [x, y]: [number, number], size: number, color: string): Layer[] {
  const lines = 4;
  return Array.from({ length: lines }, (_, n) =>
    placeShape(
      `${id}-${n}`,
      { kind: 'seal', teeth: 12, depth: 0.22 },
      [x - size / 2, y - size / 2, size, size],
      { stroke: color, strokeWidth: 0.22, rotation: (30 / lines) * n },
    ),
  );
}

/** A framed diploma with the badge as its seal. */
export const diploma: CertificateTemplate = defineTemplate({
  id: 'diploma',
  name: 'Diploma',
  tags: ['classic', 'university', 'school', 'graduation', 'degree', 'frame'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Diploma' },
    de: { title: 'Diplom' },
    fr: { title: 'Diplôme' },
    es: { title: 'Diploma' },
    ar: { title: 'شهادة' },
  },
  layout: ({ width, height, middle, y, colors, texts, brand }) => {
    const color = '#fffdf6';
    const gold = mixColors(colors.accent, '#5a4410', 0.25);
    const inset = 13;
    // The seal is between two signatures, and to the left of three.
    const isCrowded = brand.signatures > 2;
    const seal = isCrowded ? 54 : middle;
    const corners: [number, number][] = [
      [inset, inset],
      [width - inset, inset],
      [inset, height - inset],
      [width - inset, height - inset],
    ];
    const centered = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [middle - 105, y(at) - high / 2, 210, high], { color: ink, ...more });
    return {
      color,
      safeMargin: 14,
      layers: [
        placeRectangle('frame', [8, 8, width - 16, height - 16], {
          ...{ stroke: colors.main, strokeWidth: 2.2 },
        }),
        placeRectangle('frame-line', [10.6, 10.6, width - 21.2, height - 21.2], {
          ...{ stroke: gold, strokeWidth: 0.5 },
        }),
        placeRectangle('inner-line', [inset, inset, width - 2 * inset, height - 2 * inset], {
          ...{ stroke: gold, strokeWidth: 0.2 },
        }),
        ...corners.flatMap((at, n) => [
          placeCircle(`corner-${n}`, at, 20, { fill: color, stroke: gold, strokeWidth: 0.5 }),
          ...createRosette(`rosette-${n}`, at, 16.5, colors.main),
          placeCircle(`corner-dot-${n}`, at, 3, { fill: gold }),
        ]),
        placePart('logo', [middle - 40, y(19), 80, y(17)]),
        centered('issuer', 42, 9, '{{issuer_name}}', {
          size: 15,
          color: quiet,
          letterSpacing: 0.06,
        }),
        centered('heading', 58, 20, texts.title, {
          ...{ ...display, size: 54, color: colors.main, letterSpacing: 0.04 },
        }),
        placeRectangle('rule-left', [middle - 52, y(70.5), 44, 0.3], { fill: gold }),
        placeRectangle('rule-right', [middle + 8, y(70.5), 44, 0.3], { fill: gold }),
        placeDiamond('rule-middle', [middle, y(70.6)], 4.4, { fill: gold }),
        placeDiamond('rule-left-end', [middle - 5, y(70.6)], 2.2, { fill: gold }),
        placeDiamond('rule-right-end', [middle + 5, y(70.6)], 2.2, { fill: gold }),
        centered('awarded-to', 78, 7, texts.awardedTo, { size: 13, isItalic: true, color: quiet }),
        centered('recipient', 91, 18, '{{recipient_name}}', { ...display, size: 46 }),
        centered('awarded-for', 104, 7, texts.awardedFor, {
          ...{ size: 13, isItalic: true, color: quiet },
        }),
        centered('badge-name', 113, 10, '{{badge_name}}', {
          ...{ weight: 600, size: 20, color: colors.main },
        }),
        placeText('text', '{{certificate_text}}', [middle - 88, y(119.5), 176, y(13)], {
          ...{ size: 12, color: ink, verticalAlign: 'top' },
        }),
        centered('results', 135.3, 5, '{{results}}', { size: 10.5, weight: 600, color: ink }),
        centered('dates', 141, 6, '{{dates}}', {
          ...{ size: 11, isItalic: true, color: quiet, figures: 'old-style' },
        }),
        placeShape('laurel', { kind: 'laurel', leaves: 11 }, [seal - 27, y(144.5), 54, 52], {
          fill: gold,
        }),
        placePart('badge', [seal - 16, y(144.5) + 9, 32, 32]),
        ...placeSignatures(
          brand,
          {
            one: [32, 74],
            first: [32, 74],
            last: [width - 106, 74],
            rowOfThree: [86, width - 136],
          },
          { y: y(165), color: ink, line: quiet },
        ),
        ...placeProof(brand, {
          ...{ code: [width - 46, height - 41, 22], color: quiet },
          lines: isCrowded ? [86, height - 31, 82, 9] : [26, height - 31, 86, 9],
        }),
        placeText(
          'small-print',
          brand.labels.smallPrint,
          [isCrowded ? 86 : 26, height - 22, 86, 7],
          {
            ...{ font: 'Source Sans 3', size: 7, color: quiet, align: 'left' },
            verticalAlign: 'top',
          },
        ),
      ],
    };
  },
});

/** A dark border of fine lines around a sheet, for thanks. */
export const appreciation: CertificateTemplate = defineTemplate({
  id: 'appreciation',
  name: 'Appreciation',
  tags: ['thanks', 'thank you', 'recognition', 'jubilee', 'speaker', 'elegant'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Certificate of Appreciation', awardedTo: 'With thanks to', awardedFor: 'for' },
    de: { title: 'Dankesurkunde', awardedTo: 'Mit herzlichem Dank an', awardedFor: 'für' },
    fr: {
      ...{ title: 'Certificat de reconnaissance', awardedTo: 'Avec nos remerciements à' },
      awardedFor: 'pour',
    },
    es: {
      ...{ title: 'Certificado de reconocimiento', awardedTo: 'Con agradecimiento a' },
      awardedFor: 'por',
    },
    ar: { title: 'شهادة تقدير', awardedTo: 'مع الشكر إلى', awardedFor: 'عن' },
  },
  layout: ({ width, height, middle, y, colors, texts, brand }) => {
    const gold = mixColors(colors.accent, '#5a4410', 0.2);
    const light = mixColors(colors.accent, '#ffffff', 0.25);
    const band = 19;
    const centered = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [middle - 100, y(at) - high / 2, 200, high], { color: ink, ...more });
    return {
      color: colors.deep,
      safeMargin: 22,
      layers: [
        placeRectangle('border-1', [4, 4, width - 8, height - 8], {
          ...{ stroke: light, strokeWidth: 0.3 },
        }),
        placeRectangle('border-2', [6.4, 6.4, width - 12.8, height - 12.8], {
          ...{ stroke: light, strokeWidth: 1.1 },
        }),
        placeRectangle('border-3', [11.5, 11.5, width - 23, height - 23], {
          ...{ stroke: light, strokeWidth: 2.6, dash: [0.5, 1.1] },
        }),
        placeRectangle('sheet', [band - 3, band - 3, width - 2 * band + 6, height - 2 * band + 6], {
          ...{ fill: '#fffdf8', stroke: light, strokeWidth: 0.6 },
        }),
        placePart('logo', [middle - 35, y(23), 70, y(14)]),
        centered('issuer', 42, 8, '{{issuer_name}}', {
          ...{ font: 'Source Sans 3', size: 12, color: quiet, letterSpacing: 0.09 },
        }),
        centered('heading', 58, 20, texts.title, { ...display, size: 46, color: colors.main }),
        centered('awarded-to', 73, 7, texts.awardedTo, { size: 14, isItalic: true, color: quiet }),
        centered('recipient', 91, 24, '{{recipient_name}}', {
          ...{ ...display, isItalic: true, size: 60, color: ink },
        }),
        placeShape('wing-left', { kind: 'ribbon', fold: 0.4 }, [middle - 70, y(106), 52, 0.7], {
          fill: gold,
        }),
        placeShape('wing-right', { kind: 'ribbon', fold: 0.4 }, [middle + 18, y(106), 52, 0.7], {
          fill: gold,
        }),
        ...[-9, 0, 9].map((off, n) =>
          placeShape(
            `star-${n}`,
            { kind: 'star', points: 5, depth: 0.58 },
            [
              middle + off - (off === 0 ? 3 : 2),
              y(106.4) - (off === 0 ? 3 : 2),
              off === 0 ? 6 : 4,
              off === 0 ? 6 : 4,
            ],
            { fill: gold },
          ),
        ),
        centered('awarded-for', 115.5, 7, texts.awardedFor, {
          ...{ size: 13, isItalic: true, color: quiet },
        }),
        centered('badge-name', 125, 10, '{{badge_name}}', {
          ...{ weight: 600, size: 20, color: colors.main },
        }),
        placeText('text', '{{certificate_text}}', [middle - 85, y(131.5), 170, y(12.5)], {
          ...{ size: 12, color: ink, verticalAlign: 'top' },
        }),
        placeText('results', '{{results}}', [middle - 85, y(146.8) - 2.5, 170, 5], {
          ...{ size: 10.5, weight: 600, color: ink },
        }),
        centered('dates', 152.3, 6, '{{dates}}', { size: 10.5, isItalic: true, color: quiet }),
        placePart('badge', [27, y(146), 32, 32]),
        ...placeSignatures(
          brand,
          {
            one: [middle - 37, 74],
            first: [middle - 76, 68],
            last: [middle + 8, 68],
          },
          { y: y(172), color: ink, line: quiet },
        ),
        placePart('qr', [width - 55, y(146), 28, 28]),
        placeText('small-print', brand.labels.smallPrint, [width - 67, y(146) + 28.5, 46, 7], {
          ...{ font: 'Source Sans 3', size: 7, color: quiet },
        }),
      ],
    };
  },
});

/** Petals around the badge. */
export const volunteer: CertificateTemplate = defineTemplate({
  id: 'volunteer',
  name: 'Volunteer',
  tags: ['volunteering', 'community', 'charity', 'nonprofit', 'service', 'friendly'],
  orientation: 'portrait',
  texts: {
    en: { title: 'Certificate of Volunteering' },
    de: { title: 'Ehrenamtsurkunde' },
    fr: { title: 'Certificat de bénévolat' },
    es: { title: 'Certificado de voluntariado' },
    ar: { title: 'شهادة تطوّع' },
  },
  layout: ({ width, height, middle, y, colors, texts, brand }) => {
    const petals = (id: string, [size, length]: [number, number], from: number, color: string) =>
      Array.from({ length: 14 }, (_, n) => {
        const degrees = from + (360 / 14) * n;
        const angle = (degrees * Math.PI) / 180;
        const radius = 25 + length / 2;
        return placeCircle(
          `${id}-${n}`,
          [middle + radius * Math.sin(angle), y(64) - radius * Math.cos(angle)],
          [size, length],
          { fill: color, rotation: degrees },
        );
      });
    const centered = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [middle - 82, y(at) - high / 2, 164, high], { color: ink, ...more });
    const soft = mixColors(colors.main, '#ffffff', 0.82);
    return {
      color: '#fffefb',
      safeMargin: 14,
      layers: [
        placeCircle('hill-1', [middle - 62, height + 30], [210, 104], { fill: soft }),
        placeCircle('hill-2', [middle + 70, height + 34], [230, 104], {
          fill: mixColors(colors.main, '#ffffff', 0.7),
        }),
        placeRectangle('earth', [-3, height - 8, width + 6, 12], { fill: colors.main }),
        ...petals('back', [15, 24], 360 / 28, mixColors(colors.accent, '#ffffff', 0.35)),
        ...petals('front', [13, 19], 0, mixColors(colors.main, '#ffffff', 0.25)),
        placeCircle('disc', [middle, y(64)], 58, {
          ...{ fill: '#ffffff', stroke: colors.accent, strokeWidth: 0.8 },
        }),
        placePart('badge', [middle - 21, y(64) - 21, 42, 42]),
        centered('heading', 127, 14, texts.title, { ...display, size: 34, color: colors.main }),
        centered('awarded-to', 140, 7, texts.awardedTo, { size: 13, isItalic: true, color: quiet }),
        centered('recipient', 154, 20, '{{recipient_name}}', { ...display, size: 44 }),
        placeRectangle('rule', [middle - 30, y(166), 60, 0.5], { fill: colors.accent }),
        centered('awarded-for', 174, 7, texts.awardedFor, {
          ...{ size: 13, isItalic: true, color: quiet },
        }),
        centered('badge-name', 184, 10, '{{badge_name}}', {
          ...{ weight: 600, size: 20, color: colors.main },
        }),
        placeText('text', '{{certificate_text}}', [middle - 70, y(191), 140, y(17.5)], {
          ...{ size: 12.5, color: ink, verticalAlign: 'top' },
        }),
        centered('results', 211.3, 5, '{{results}}', { size: 11, weight: 600 }),
        centered('dates', 217, 6, '{{dates}}', { size: 11, isItalic: true, color: quiet }),
        ...placeSignatures(
          brand,
          {
            one: [middle - 38, 76],
            first: [24, 72],
            last: [width - 96, 72],
          },
          { y: y(237), color: ink, line: quiet },
        ),
        placePart('logo', [24, y(248), 52, y(16)], { align: 'left' }),
        placeText('issuer', '{{issuer_name}}', [24, y(265), 80, 7], {
          ...{ weight: 600, size: 12, color: ink, align: 'left' },
        }),
        placePart('qr', [width - 48, y(247), 24, 24]),
        placeText('small-print', brand.labels.smallPrint, [width - 134, y(251), 82, y(15)], {
          font: 'Source Sans 3',
          size: 7.5,
          color: ink,
          align: 'right',
        }),
      ],
    };
  },
});
