import { mixColors } from '@insignia/tokens/shades';
import type { CertificateDesign } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createBar,
  createDate,
  createDesign,
  createFlow,
  createLine,
  createLockup,
  createSignatures,
  createSquare,
  createText,
  type Layer,
  onPaper,
  quiet,
  Sheet,
  type StyleSettings,
  sans,
  spaced,
  splitRow,
  toMillimeters,
} from './parts.ts';

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{
      panel: 84,
      margin: 18,
      disc: 62,
      logo: 60,
      size: onPaper(66, 60),
      lines: 1,
      badgeLines: 1,
    },
    ...{
      awardedTo: onPaper(65.75, 68.35),
      recipient: onPaper(85.51, 86.98),
      awardedFor: onPaper(101.31, 103.56),
    },
    ...{ badge: onPaper(112.7, 115.21), text: onPaper(125.73, 129.02), textSize: 13, line: -40.71 },
    ...{ code: -74.93, verify: -31.95, addressSize: 7.2 },
  },
  portrait: {
    ...{
      panel: 62,
      margin: 14,
      disc: 46,
      logo: 38,
      size: onPaper(60, 60),
      lines: 2,
      badgeLines: 2,
    },
    ...{
      awardedTo: onPaper(81.46, 75.18),
      recipient: onPaper(123.39, 116.48),
      awardedFor: onPaper(145.11, 136.31),
    },
    ...{ badge: onPaper(169.26, 159.83), text: onPaper(188.9, 177.59), textSize: 16, line: -36.71 },
    ...{ code: -70.51, verify: -27.67, addressSize: 6.6 },
  },
};
const white = '#ffffff';

export function createModernDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, signatures, accentColor, logoRatio } = settings;
  const { isWide, width, height } = sheet;
  const at = places[settings.orientation];
  const field = { x: at.panel + at.margin, width: width - at.panel - 2 * at.margin };
  const look = { ...sans, align: 'left' };
  const label = { ...look, ...field, size: 12, color: quiet };
  const head = logoRatio === null ? toMillimeters(20 * 0.66) : Math.min(18, at.logo / logoRatio);
  const [first, second] = splitRow(field, 8);
  const dates = height - at.margin - 4.26;
  return createDesign(
    settings,
    [
      ...createPanel(sheet, at),
      ...createAddress(settings, {
        ...{ color: white, align: 'center', x: 5, width: at.panel - 10, y: sheet.at(at.verify) },
        ...{ line: toMillimeters(at.addressSize * 0.66) + 1.2, size: at.addressSize },
      }),
      createText('small-print', labels.smallPrint.replace(' {{short_url}}', '\n{{short_url}}'), {
        ...{ ...sans, color: white, x: 7.1, width: at.panel - 14.2, size: 7, lines: 2, room: 12 },
        ...{ lineHeight: 1.456, base: height - at.margin },
      }),
      ...createLockup(
        logoRatio,
        { x: field.x, y: at.margin, width: field.width - 36, maxSize: [at.logo, 18] },
        { ...look, weight: 600, size: 15, alone: { size: 20 } },
      ),
      createText('title', labels.title.toUpperCase(), {
        ...{ ...sans, ...spaced, x: field.x + field.width - 60, width: 60, align: 'right' },
        ...{ weight: 600, size: 12, color: accentColor },
        base: at.margin + (head + toMillimeters(12 * 0.66)) / 2,
      }),
      createLine(
        'rule',
        { ...field, y: at.margin + head + 5 },
        { points: 0.8, color: accentColor },
      ),
      createText('awarded-to', labels.awardedTo, { ...label, base: sheet.at(at.awardedTo) }),
      createText('recipient', '{{recipient_name}}', {
        ...{
          ...look,
          ...field,
          weight: 600,
          size: sheet.at(at.size),
          lines: at.lines,
          lineHeight: 1.03,
        },
        ...{ room: isWide ? 34 : 44, base: sheet.at(at.recipient) },
      }),
      createText('awarded-for', labels.awardedFor, { ...label, base: sheet.at(at.awardedFor) }),
      createText('badge-name', '{{badge_name}}', {
        ...{ ...look, ...field, weight: 600, size: 30, lines: at.badgeLines, lineHeight: 1.03 },
        ...{ color: accentColor, room: isWide ? 18 : 26, base: sheet.at(at.badge) },
      }),
      createFlow({
        ...{ ...look, x: field.x, width: Math.min(165, field.width), size: at.textSize },
        ...{ base: sheet.at(at.text), end: sheet.at(at.line) - 17 },
      }),
      ...createSignatures(settings, splitRow(field, 8, signatures), sheet.at(at.line), {
        ...{ ...sans, align: 'left', points: 0.8, color: accentColor },
      }),
      ...createDate(settings, 'issued_on', { ...first, base: dates }),
      ...createDate(settings, 'expires', { ...second, base: dates }),
    ],
    10,
  );
}

/** The panel with rings around the badge, and the QR code. */
function createPanel(
  { width, height, settings: { accentColor } }: Sheet,
  { panel, margin, disc, code }: { panel: number; margin: number; disc: number; code: number },
): Layer[] {
  const [x, y] = [panel / 2, margin + disc / 2];
  const circle = (id: string, radius: number, color: string): Layer =>
    createBar(
      id,
      { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
      color,
      radius,
    );
  const rings = [
    { wider: 2.3, share: 0.96 },
    { wider: 1.75, share: 0.92 },
    { wider: 1.32, share: 0.88 },
  ];
  return [
    createBar('panel', { x: -3, y: -3, width: panel + 3, height: height + 6 }, accentColor),
    ...rings.map(({ wider, share }, n) =>
      circle(`ring-${n + 1}`, (disc / 2) * wider, mixColors(white, accentColor, share)),
    ),
    // Hides the parts of the rings outside the panel.
    createBar('paper', { x: panel, y: -3, width: width - panel + 3, height: height + 6 }, white),
    circle('disc', disc / 2, white),
    createSquare('badge', 'badge', { x: x - disc * 0.34, y: y - disc * 0.34, size: disc * 0.68 }),
    createSquare('code', 'qr', { x: x - CODE_SIZE / 2, y: height + code, size: CODE_SIZE }),
  ];
}
