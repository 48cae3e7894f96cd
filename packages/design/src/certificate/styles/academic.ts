import type { CertificateDesign } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createDesign,
  createFlow,
  createLine,
  createSignatures,
  createSquare,
  createText,
  display,
  type Layer,
  type Level,
  onPaper,
  QUIET_ZONE,
  quiet,
  Sheet,
  type StyleSettings,
  sans,
  splitRow,
} from './parts.ts';

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{ edge: 24, inset: 40, textInset: 56, textGap: 6, logoHeight: 22, seal: 38 },
    ...{
      logo: onPaper(27.82, 29.37),
      issuer: onPaper(64.98, 66.53),
      awardedTo: onPaper(76.06, 78.08),
    },
    ...{
      recipient: onPaper(91.01, 93.5),
      awardedFor: onPaper(99.69, 102.64),
      badge: onPaper(109.9, 113.32),
    },
    ...{ text: onPaper(118.87, 122.75), dates: onPaper(132.9, 137.25), line: -28.34 },
    ...{ sealEnd: -20.63, code: -63.28, verify: -25.8 },
  },
  portrait: {
    ...{ edge: 22, inset: 26, textInset: 32, textGap: 8, logoHeight: 30, seal: 42 },
    ...{
      logo: onPaper(34.56, 29.92),
      issuer: onPaper(81.72, 77.09),
      awardedTo: onPaper(101.82, 95.8),
    },
    ...{
      recipient: onPaper(120.79, 113.38),
      awardedFor: onPaper(133.89, 125.09),
      badge: onPaper(148.12, 137.93),
    },
    ...{ text: onPaper(162.11, 150.53), dates: onPaper(181.16, 168.19), line: -80.28 },
    ...{ sealMiddle: -41.63, verify: -43.7 },
  },
};

export function createAcademicDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, accentColor, logoRatio } = settings;
  const { height } = sheet;
  const at = places[settings.orientation];
  const page = sheet.across(at.edge);
  const rule = (id: string, y: number, points: number): Layer =>
    createLine(id, { ...page, y }, { points });
  const words = (id: string, text: string, level: Level, more: Layer & { size: number }): Layer =>
    createText(id, text, { ...sheet.across(at.inset), base: sheet.at(level), ...more });
  const label = { size: 12, isItalic: true };
  return createDesign(
    settings,
    [
      ...[rule('rule-1', 11, 0.3), rule('rule-2', 12, 1.1)],
      ...[rule('rule-3', height - 12, 1.1), rule('rule-4', height - 11, 0.3)],
      ...(logoRatio === null
        ? []
        : [
            {
              ...{ id: 'logo', type: 'logo', x: sheet.width / 2 - 35, y: sheet.at(at.logo) },
              ...{ width: 70, height: at.logoHeight },
            },
          ]),
      words('issuer', '{{issuer_name}}', at.issuer, {
        ...{ ...display, size: 42, color: accentColor, room: 16 },
      }),
      words('awarded-to', labels.awardedTo, at.awardedTo, label),
      words('recipient', '{{recipient_name}}', at.recipient, { ...display, size: 44, room: 16 }),
      words('awarded-for', labels.awardedFor, at.awardedFor, label),
      words('badge-name', '{{badge_name}}', at.badge, { weight: 600, size: 21, room: 10 }),
      createFlow({
        ...{ ...sheet.across(at.textInset), size: 11.5 },
        ...{ base: sheet.at(at.text), end: sheet.at(at.dates) - at.textGap },
      }),
      words('dates', '{{dates}}', at.dates, { ...label, figures: 'old-style' }),
      ...(sheet.isWide ? createWideFooter(sheet, page.x) : createTallFooter(sheet, page.x)),
      createText('small-print', labels.smallPrint, {
        ...{ ...page, ...sans, color: quiet, size: 7, room: 6, base: sheet.at(-16) },
      }),
    ],
    11,
  );
}

function createWideFooter(sheet: Sheet, edge: number): Layer[] {
  const { settings, width } = sheet;
  const at = places.landscape;
  const bottom = sheet.at(at.sealEnd);
  const between = sheet.across(edge + 54);
  const signs =
    settings.signatures === 1
      ? [sheet.across(edge + 84)]
      : splitRow(between, 8, settings.signatures);
  const proof = { x: width - edge - 46, width: 46 };
  const code = { x: proof.x + (46 - CODE_SIZE) / 2, y: sheet.at(at.code), size: CODE_SIZE };
  return [
    createSquare('badge', 'badge', {
      ...{ x: edge + (46 - at.seal) / 2, y: bottom - at.seal, size: at.seal },
    }),
    ...createSignatures(settings, signs, sheet.at(at.line)),
    createSquare('code', 'qr', code),
    ...createAddress(settings, {
      ...{ x: proof.x - 2, width: 50, y: sheet.at(at.verify), line: 2.585, size: 6.8 },
    }),
  ];
}

function createTallFooter(sheet: Sheet, edge: number): Layer[] {
  const { settings, width } = sheet;
  const at = places.portrait;
  const middle = sheet.at(at.sealMiddle);
  const signs =
    settings.signatures === 1
      ? [sheet.across(edge + 40)]
      : splitRow(sheet.across(edge), 14, settings.signatures);
  const code = width - edge - CODE_SIZE + QUIET_ZONE;
  return [
    ...createSignatures(settings, signs, sheet.at(at.line)),
    createSquare('badge', 'badge', { x: edge, y: middle - at.seal / 2, size: at.seal }),
    ...createAddress(settings, {
      ...{
        align: 'right',
        x: code - 88,
        width: 80,
        y: sheet.at(at.verify),
        line: 2.945,
        size: 7.5,
      },
    }),
    createSquare('code', 'qr', { x: code, y: middle - CODE_SIZE / 2, size: CODE_SIZE }),
  ];
}
