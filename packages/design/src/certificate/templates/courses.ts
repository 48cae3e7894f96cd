import { mixColors } from '@insignia/tokens/shades';
import {
  type CertificateTemplate,
  defineTemplate,
  type Layer,
  placeCircle,
  placeDates,
  placeDiamond,
  placePart,
  placeProof,
  placeRectangle,
  placeSignatures,
  placeText,
} from './parts.ts';

const display = { font: 'Cormorant Garamond', weight: 600 } as const;
const sans = { font: 'Source Sans 3' } as const;
const [ink, quiet] = ['#1d1f24', '#5b6068'];

/** A colored head over a white sheet. */
export const academy: CertificateTemplate = defineTemplate({
  id: 'academy',
  name: 'Academy',
  tags: ['modern', 'academy', 'program', 'achievement', 'school', 'professional'],
  orientation: 'portrait',
  texts: {
    en: { title: 'Certificate of Achievement' },
    de: { title: 'Zertifikat' },
    fr: { title: 'Certificat de réussite' },
    es: { title: 'Certificado de logro' },
    ar: { title: 'شهادة إنجاز' },
  },
  layout: ({ width, y, colors, texts, brand }) => {
    const left = 24;
    const room = width - 2 * left;
    const head = y(92);
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 14,
      layers: [
        placeRectangle('head', [-3, -3, width + 6, head + 3], { fill: colors.main }),
        ...[150, 118, 86, 54].map((size, n) =>
          placeCircle(`arc-${n}`, [width, 0], size, {
            ...{ stroke: mixColors(colors.main, '#ffffff', 0.28), strokeWidth: 0.35 },
          }),
        ),
        placeRectangle('edge', [-3, head, width + 6, 1.6], { fill: colors.accent }),
        words('issuer', 26, 9, '{{issuer_name}}', {
          ...{ width: 118, size: 13, weight: 600, color: '#ffffff' },
        }),
        words('heading', 56, 34, texts.title, {
          ...{ ...display, width: 122, size: 44, color: '#ffffff', lineHeight: 1.05 },
        }),
        placeCircle('disc', [width - left - 27, head], 58, {
          ...{ fill: '#ffffff', stroke: colors.accent, strokeWidth: 0.8 },
        }),
        placePart('badge', [width - left - 48, head - 21, 42, 42]),
        words('awarded-to', 128, 7, texts.awardedTo, { size: 12, color: quiet }),
        words('recipient', 142, 20, '{{recipient_name}}', {
          ...{ ...display, size: 46, color: colors.main },
        }),
        placeRectangle('rule', [left, y(155), 30, 1], { fill: colors.accent }),
        words('awarded-for', 165, 7, texts.awardedFor, { size: 12, color: quiet }),
        words('badge-name', 175, 11, '{{badge_name}}', { weight: 600, size: 21 }),
        placeText('text', '{{certificate_text}}', [left, y(184), room, y(25)], {
          ...{ ...sans, size: 13, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.35,
        }),
        words('results', 212.5, 6, '{{results}}', { weight: 600, size: 11 }),
        words('dates', 219.5, 6, '{{dates}}', { size: 11, color: quiet }),
        ...placeSignatures(
          brand,
          {
            one: [left, 72],
            first: [left, 72],
            last: [left + 88, room - 88],
          },
          { y: y(244), align: 'left', color: ink, line: quiet, ...sans },
        ),
        placePart('logo', [width - left - 46, y(262), 46, y(18)], { align: 'right' }),
        ...placeProof(brand, {
          ...{ code: [left, y(260), 22], color: quiet, lines: [left + 26, y(261.5), 84, 9.5] },
        }),
        placeText('small-print', brand.labels.smallPrint, [left + 26, y(261.5) + 10, 84, 7.5], {
          ...{ ...sans, size: 7, color: quiet, align: 'left', verticalAlign: 'top' },
        }),
      ],
    };
  },
});

/** Squares on their tips, on the right. */
export const course: CertificateTemplate = defineTemplate({
  id: 'course',
  name: 'Course',
  tags: ['modern', 'completion', 'online', 'e-learning', 'bootcamp', 'technology'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Certificate of Completion' },
    de: { title: 'Abschlusszertifikat' },
    fr: { title: 'Certificat de fin de formation' },
    es: { title: 'Certificado de finalización' },
    ar: { title: 'شهادة إتمام' },
  },
  layout: ({ width, height, y, colors, texts, brand }) => {
    const left = 22;
    const room = 166;
    const [x, middle] = [width - 46, height / 2];
    const tint = (share: number) => mixColors(colors.main, '#ffffff', share);
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 14,
      layers: [
        placeDiamond('back-1', [width - 8, 10], 120, { fill: tint(0.84) }),
        placeDiamond('back-2', [width - 8, height - 10], 120, { fill: tint(0.72) }),
        placeDiamond('back-3', [width + 22, middle], 130, { fill: colors.deep }),
        placeDiamond('front', [x, middle], 120, { fill: colors.main }),
        placeDiamond('line', [x, middle], 111, { stroke: colors.accent, strokeWidth: 0.7 }),
        placeDiamond('small-1', [width - 78, 40], 22, { fill: colors.accent }),
        placeDiamond('small-2', [width - 96, height - 22], 12, { fill: tint(0.55) }),
        placeCircle('disc', [x, middle], 62, { fill: '#ffffff' }),
        placePart('badge', [x - 25, middle - 25, 50, 50]),
        placePart('logo', [left, y(18), 70, y(17)], { align: 'left' }),
        words('issuer', 42, 7, '{{issuer_name}}', { size: 12, weight: 600, color: quiet }),
        words('heading', 57, 17, texts.title, {
          ...{ ...display, size: 40, color: colors.main },
        }),
        words('awarded-to', 72, 7, texts.awardedTo, { size: 12, color: quiet }),
        words('recipient', 84.5, 18, '{{recipient_name}}', { weight: 600, size: 36 }),
        placeRectangle('rule', [left, y(95), 130, 0.4], { fill: colors.accent }),
        words('awarded-for', 102, 7, texts.awardedFor, { size: 12, color: quiet }),
        words('badge-name', 111, 10, '{{badge_name}}', {
          ...{ weight: 600, size: 19, color: colors.main },
        }),
        placeText('text', '{{certificate_text}}', [left, y(117.5), 150, y(16.5)], {
          ...{ ...sans, size: 12, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.3,
        }),
        words('results', 137, 5, '{{results}}', { width: 150, weight: 600, size: 10.5 }),
        words('dates', 143, 6, '{{dates}}', { size: 10.5, color: quiet }),
        ...placeSignatures(
          brand,
          {
            one: [left, 66],
            first: [left, 62],
            last: [left + 72, 62],
          },
          { y: y(162), align: 'left', color: ink, line: quiet, ...sans },
        ),
        ...placeProof(brand, {
          ...{ code: [left, y(174), 21], color: quiet, lines: [left + 24, y(175.5), 80, 9] },
        }),
        placeText('small-print', brand.labels.smallPrint, [left + 24, y(175.5) + 9.5, 110, 7], {
          ...{ ...sans, size: 7, color: quiet, align: 'left', verticalAlign: 'top' },
        }),
      ],
    };
  },
});

/** A ticket with its stub. */
export const workshop: CertificateTemplate = defineTemplate({
  id: 'workshop',
  name: 'Workshop',
  tags: ['attendance', 'participation', 'event', 'conference', 'webinar', 'ticket'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Certificate of Attendance', awardedFor: 'attended' },
    de: { title: 'Teilnahmebestätigung', awardedFor: 'hat teilgenommen an' },
    fr: { title: 'Attestation de participation', awardedFor: 'a participé à' },
    es: { title: 'Certificado de asistencia', awardedFor: 'ha asistido a' },
    ar: { title: 'شهادة حضور', awardedFor: 'شارك في' },
  },
  layout: ({ width, height, y, colors, texts, brand }) => {
    const left = 32;
    const stub = width - 84;
    const room = stub - left - 16;
    const [x, side] = [stub + 42, 52];
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    const small = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [x - 30, y(at) - high / 2, 60, high], {
        ...{ ...sans, color: ink, ...more },
      });
    const soft = mixColors(colors.main, '#ffffff', 0.9);
    return {
      color: '#ffffff',
      safeMargin: 12,
      layers: [
        placeRectangle('stub', [stub, -3, 90, height + 6], { fill: soft }),
        placeRectangle('band', [-3, -3, 19, height + 6], { fill: colors.main }),
        ...Array.from({ length: 11 }, (_, n) =>
          placeCircle(`hole-${n}`, [8, ((n + 0.5) * height) / 11], 6, { fill: '#ffffff' }),
        ),
        placeRectangle('perforation', [stub - 0.05, 10, 0.1, height - 20], {
          ...{ stroke: colors.main, strokeWidth: 0.6, dash: [2.2, 2.2] },
        }),
        placeCircle('notch-top', [stub, 0], 13, { fill: '#ffffff', stroke: colors.main }),
        placeCircle('notch-bottom', [stub, height], 13, { fill: '#ffffff', stroke: colors.main }),
        placePart('logo', [left, y(21), 64, y(16)], { align: 'left' }),
        words('issuer', 46, 7, '{{issuer_name}}', { weight: 600, size: 12, color: quiet }),
        words('heading', 64, 17, texts.title, { weight: 600, size: 34, color: colors.main }),
        words('awarded-to', 83, 7, texts.awardedTo, { size: 12.5, color: quiet }),
        words('recipient', 97.5, 19, '{{recipient_name}}', { ...display, size: 46 }),
        words('awarded-for', 113, 7, texts.awardedFor, { size: 12.5, color: quiet }),
        words('badge-name', 123, 11, '{{badge_name}}', { weight: 600, size: 21 }),
        placeText('text', '{{certificate_text}}', [left, y(131), room, y(22)], {
          ...{ ...sans, size: 13, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.3,
        }),
        ...placeSignatures(
          brand,
          {
            one: [left, 70],
            first: [left, 68],
            last: [left + 78, 68],
          },
          { y: y(180), align: 'left', color: ink, line: quiet, ...sans },
        ),
        placePart('badge', [x - side / 2, y(22), side, side]),
        ...placeDates(brand, [x - 30, y(92) - 6, 60, 12], {
          ...{ ...sans, size: 12, weight: 600, color: colors.main },
        }),
        small('results', 105, 7, '{{results}}', { size: 11 }),
        placePart('qr', [x - 19, y(114), 38, 38]),
        small('verify', 158, 5, brand.labels.verify, { size: 8, color: quiet }),
        small('address', 162.5, 5, brand.address, { size: 8, color: quiet }),
        small('credential-id', 167, 5, '{{credential_id}}', { size: 8, color: quiet }),
        small('small-print', 182, 16, brand.labels.smallPrint, { size: 7.5, color: quiet }),
      ],
    };
  },
});

/** Large type on a plain grid. */
export const training: CertificateTemplate = defineTemplate({
  id: 'training',
  name: 'Training',
  tags: ['employee', 'company', 'compliance', 'onboarding', 'professional', 'minimal'],
  orientation: 'landscape',
  texts: {
    en: { title: 'Training Certificate' },
    de: { title: 'Schulungsnachweis' },
    fr: { title: 'Attestation de formation' },
    es: { title: 'Certificado de formación' },
    ar: { title: 'شهادة تدريب' },
  },
  layout: ({ width, y, colors, texts, brand }) => {
    const left = 20;
    const column = 88;
    const room = width - column - left - 46;
    const rule = (id: string, at: number): Layer =>
      placeRectangle(id, [left, y(at), width - 2 * left, 0.25], { fill: '#b9bdc4' });
    const words = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [column, y(at) - high / 2, room, high], {
        ...{ ...sans, color: ink, align: 'left', ...more },
      });
    const aside = (id: string, at: number, high: number, text: string, more: object) =>
      placeText(id, text, [left, y(at) - high / 2, column - left - 8, high], {
        ...{ ...sans, size: 10.5, color: quiet, align: 'left', ...more },
      });
    return {
      color: '#ffffff',
      safeMargin: 14,
      layers: [
        placeRectangle('bar', [-3, -3, width + 6, 9], { fill: colors.main }),
        placeRectangle('block', [-3, 6, column - 8 + 3, 3], { fill: colors.accent }),
        placePart('logo', [left, y(18), 56, y(18)], { align: 'left' }),
        words('heading', 27, 18, texts.title, { weight: 600, size: 40, color: colors.main }),
        rule('rule-1', 44),
        aside('awarded-to', 58, 7, texts.awardedTo, {}),
        words('recipient', 58, 20, '{{recipient_name}}', { weight: 600, size: 34 }),
        rule('rule-2', 72),
        aside('awarded-for', 84, 7, texts.awardedFor, {}),
        words('badge-name', 84, 14, '{{badge_name}}', { weight: 600, size: 22 }),
        placeText('text', '{{certificate_text}}', [column, y(93), room, y(26)], {
          ...{ ...sans, size: 12.5, color: ink, align: 'left', verticalAlign: 'top' },
          lineHeight: 1.35,
        }),
        placePart('badge', [width - left - 42, y(77), 42, 42]),
        rule('rule-3', 124),
        aside('issuer', 133, 12, '{{issuer_name}}', { weight: 600, color: ink }),
        words('dates', 133, 7, '{{dates}}', { size: 12, weight: 600 }),
        placeText('results', '{{results}}', [width - left - 90, y(133) - 3.5, 90, 7], {
          ...{ ...sans, size: 12, color: ink, align: 'right' },
        }),
        rule('rule-4', 142),
        ...placeSignatures(
          brand,
          {
            one: [column, 74],
            first: [column, 74],
            last: [column + 84, 74],
          },
          { y: y(172), align: 'left', color: ink, line: quiet, ...sans },
        ),
        ...placeProof(brand, {
          ...{ code: [left, y(149), 32], color: quiet, lines: [left, y(183), 78, 9] },
        }),
        placeText('small-print', brand.labels.smallPrint, [width - left - 120, y(186), 120, 8], {
          ...{ ...sans, size: 7.5, color: quiet, align: 'right' },
        }),
      ],
    };
  },
});
