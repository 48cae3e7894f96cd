import type { CertificateDesign } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createDate,
  createDesign,
  createFlow,
  createLine,
  createOutline,
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
  spaced,
  splitRow,
  toMillimeters,
} from './parts.ts';

const EDGE = 22;
/** Width of the dates, and of the code. */
const SIDE = 46;

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{
      inset: 36,
      textInset: 50,
      logo: onPaper(26.84, 28.13),
      logoHeight: 19,
      issuer: onPaper(53.76, 55.05),
    },
    ...{ title: onPaper(70.43, 72.38), titleSize: 37, awardedTo: onPaper(80.99, 83.58), room: 20 },
    ...{
      recipient: onPaper(95.68, 98.66),
      rule: onPaper(102.48, 105.85),
      awardedFor: onPaper(111.02, 114.78),
    },
    ...{
      badge: onPaper(120.57, 124.72),
      text: onPaper(129.13, 133.74),
      line: -32.63,
      dates: -26.93,
    },
    ...{ seal: 40, sealEnd: -20.63, code: -63.08, verify: -25.6 },
  },
  portrait: {
    ...{
      inset: 24,
      textInset: 30,
      logo: onPaper(29.89, 26.41),
      logoHeight: 24,
      issuer: onPaper(61.81, 58.33),
    },
    ...{ title: onPaper(86.95, 80.67), titleSize: 40, awardedTo: onPaper(103.81, 95.09), room: 32 },
    ...{
      recipient: onPaper(121.82, 112.06),
      rule: onPaper(129.53, 118.73),
      awardedFor: onPaper(138.99, 127.14),
    },
    ...{
      badge: onPaper(152.06, 139.16),
      text: onPaper(164.29, 150.17),
      line: -79.87,
      dates: -46.91,
    },
    ...{ seal: 44, sealEnd: -67.87, code: -58.93, verify: -36.37 },
  },
};

/** The same with three signatories, whose row takes the seal's place. */
const placesOfThree = {
  landscape: {
    ...{ logo: onPaper(25.23, 26.45), issuer: onPaper(52.15, 53.37), title: onPaper(68.02, 69.85) },
    ...{ awardedTo: onPaper(77.78, 80.21), recipient: onPaper(91.99, 94.79) },
    ...{ rule: onPaper(98.31, 101.47), awardedFor: onPaper(106.36, 109.89) },
    ...{ badge: onPaper(115.43, 119.33), text: onPaper(123.43, 127.75) },
    ...{ days: onPaper(135.69, 140.37), line: -28.35 },
  },
  portrait: {
    ...{ logo: onPaper(34.11, 30.62), issuer: onPaper(66.03, 62.54), title: onPaper(94.53, 88.26) },
    ...{ awardedTo: onPaper(114.34, 105.63), recipient: onPaper(133.62, 123.86) },
    ...{ rule: onPaper(142.6, 131.8), awardedFor: onPaper(153.32, 141.47) },
    ...{ badge: onPaper(167.65, 154.76), text: onPaper(181.36, 167.24) },
    ...{ line: -75.585, dates: -41.87, verify: -31.33 },
  },
};

export function createClassicDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, accentColor, logoRatio } = settings;
  const isCrowded = settings.signatures > 2;
  const at = {
    ...places[settings.orientation],
    ...(isCrowded && placesOfThree[settings.orientation]),
  };
  const column = sheet.across(at.inset);
  const label = { size: 12, isItalic: true, color: quiet };
  const words = (id: string, text: string, level: Level, more: Layer & { size: number }): Layer =>
    createText(id, text, { ...column, base: sheet.at(level), ...more });
  return createDesign(
    settings,
    [
      ...createFrame(sheet),
      ...(logoRatio === null
        ? []
        : [
            {
              id: 'logo',
              type: 'logo',
              x: sheet.width / 2 - 40,
              y: sheet.at(at.logo),
              width: 80,
              height: at.logoHeight,
            },
          ]),
      words('issuer', '{{issuer_name}}', at.issuer, { size: 17, weight: 600 }),
      words('title', labels.title.toUpperCase(), at.title, {
        ...{ ...display, ...spaced, size: at.titleSize, color: accentColor },
      }),
      words('awarded-to', labels.awardedTo, at.awardedTo, label),
      words('recipient', '{{recipient_name}}', at.recipient, {
        ...{ ...display, size: 46, room: at.room },
      }),
      ...createRule(sheet, sheet.at(at.rule)),
      words('awarded-for', labels.awardedFor, at.awardedFor, label),
      words('badge-name', '{{badge_name}}', at.badge, {
        ...{ size: 22, weight: 600, color: accentColor, room: 15 },
      }),
      createFlow({
        ...{ ...sheet.across(at.textInset), size: 11.5, base: sheet.at(at.text) },
        end: getTextEnd(sheet),
      }),
      ...(sheet.isWide && isCrowded
        ? [
            words('dates', '{{dates}}', placesOfThree.landscape.days, {
              ...{ size: 12, isItalic: true, figures: 'old-style' },
            }),
          ]
        : []),
      ...createFooter(sheet),
      createText('small-print', labels.smallPrint, {
        ...{ ...sans, ...sheet.across(EDGE), color: quiet, size: 7, room: 6 },
        base: sheet.at(-17),
      }),
    ],
    12,
  );
}

/** Three lines with notched corners, and an ornament in each corner. */
function createFrame({ width, height, hair, settings: { accentColor } }: Sheet): Layer[] {
  const line = (id: string, inset: number, notch: number, points: number, color: string): Layer =>
    createOutline(
      id,
      { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
      { kind: 'frame', notch },
      { color, width: toMillimeters(points) },
    );
  const corners = [8.6, height - 13.8].flatMap((y) => [8.6, width - 13.8].map((x) => ({ x, y })));
  return [
    line('frame-1', 8, 11, 2.2, accentColor),
    line('frame-2', 10.2, 11, 0.6, accentColor),
    line('frame-3', 12, 12.2, 0.35, hair),
    ...corners.map((at, n) => createFleuron(`corner-${n + 1}`, { ...at, size: 5.2 }, accentColor)),
  ];
}

function createFleuron(
  id: string,
  { x, y, size }: { x: number; y: number; size: number },
  color: string,
): Layer {
  const box = { x, y, width: size, height: size };
  return { id, type: 'shape', ...box, shape: { kind: 'fleuron' }, fill: { type: 'color', color } };
}

/** A line with an ornament in its middle. */
function createRule({ width, hair, settings: { accentColor } }: Sheet, y: number): Layer[] {
  const middle = width / 2;
  const line = (id: string, x: number): Layer =>
    createLine(id, { x, y, width: 25.1 }, { points: 0.5, color: hair });
  return [
    line('rule-left', middle - 28),
    createFleuron('rule-ornament', { x: middle - 0.9, y: y - 0.9, size: 1.8 }, accentColor),
    line('rule-right', middle + 2.9),
  ];
}

/** Where the text must end: above the dates, the signatures or the seal. */
function getTextEnd(sheet: Sheet): number {
  const { landscape, portrait } = places;
  if (sheet.settings.signatures > 2)
    return sheet.isWide
      ? sheet.at(placesOfThree.landscape.days) - 5
      : sheet.at(placesOfThree.portrait.line) - 17;
  return sheet.isWide
    ? sheet.at(landscape.line) - 17
    : sheet.at(portrait.sealEnd) - portrait.seal - 3;
}

function createFooter(sheet: Sheet): Layer[] {
  if (sheet.settings.signatures > 2)
    return sheet.isWide ? createWideFootOfThree(sheet) : createTallFootOfThree(sheet);
  return sheet.isWide ? createWideFooter(sheet) : createTallFooter(sheet);
}

/** The signatures are between the seal and the code. */
function createWideFootOfThree(sheet: Sheet): Layer[] {
  const { settings, width } = sheet;
  const { sealEnd } = places.landscape;
  const seal = 42;
  const proof = width - EDGE - SIDE;
  const first = EDGE + seal + 6;
  const rows = splitRow({ x: first, width: proof - 6 - first }, 5, settings.signatures);
  return [
    createSquare('badge', 'badge', { x: EDGE, y: sheet.at(sealEnd) - seal, size: seal }),
    ...createSignatures(settings, rows, sheet.at(placesOfThree.landscape.line)),
    ...createWideProof(sheet, proof),
  ];
}

/** The signatures are above the seal, the dates and the code. */
function createTallFootOfThree(sheet: Sheet): Layer[] {
  const { settings, width } = sheet;
  const { code } = places.portrait;
  const at = placesOfThree.portrait;
  const seal = 36;
  const row = { x: EDGE + seal + 6, width: 76 };
  const base = sheet.at(at.dates);
  const rows = splitRow(sheet.across(EDGE), 5, settings.signatures);
  return [
    ...createSignatures(settings, rows, sheet.at(at.line)),
    createSquare('badge', 'badge', {
      ...{ x: EDGE, y: sheet.at(code) + (CODE_SIZE - seal) / 2, size: seal },
    }),
    ...createDate(settings, 'issued_on', { ...row, base: base - 10.07 }, { isSerif: true }),
    ...createDate(settings, 'expires', { ...row, base }, { isSerif: true }),
    ...createAddress(settings, {
      ...{ ...row, align: 'left', y: sheet.at(at.verify), line: 2.95, size: 7.5 },
    }),
    createSquare('code', 'qr', {
      ...{ x: width - EDGE - CODE_SIZE + QUIET_ZONE, y: sheet.at(code), size: CODE_SIZE },
    }),
  ];
}

function createWideFooter(sheet: Sheet): Layer[] {
  const { settings, width } = sheet;
  const { signatures } = settings;
  const at = places.landscape;
  const end = width - EDGE;
  const line = sheet.at(at.line);
  const base = sheet.at(at.dates);
  const seal = signatures === 2 ? at.seal : 42;
  // Two signatories are beside the seal, and one has the whole side.
  const wing = (end - EDGE - 108 - seal) / 2;
  const one = width / 2 + seal / 2 + 12;
  const rows =
    signatures === 2
      ? [
          { x: EDGE + SIDE + 4, width: wing },
          { x: end - SIDE - 4 - wing, width: wing },
        ]
      : [{ x: one, width: end - one - 4 }];
  const proof = signatures === 1 ? EDGE : end - SIDE;
  const dates = { x: signatures === 1 ? EDGE + SIDE + 6 : EDGE, width: SIDE };
  const look = { isSerif: true, align: signatures === 1 ? 'left' : 'center' };
  return [
    ...createDate(settings, 'issued_on', { ...dates, base: base - 10.07 }, look),
    ...createDate(settings, 'expires', { ...dates, base }, look),
    createSquare('badge', 'badge', {
      x: (width - seal) / 2,
      y: sheet.at(at.sealEnd) - seal,
      size: seal,
    }),
    ...createSignatures(settings, rows, line),
    ...createWideProof(sheet, proof),
  ];
}

/** The code above the URL that it contains. */
function createWideProof(sheet: Sheet, x: number): Layer[] {
  const at = places.landscape;
  return [
    createSquare('code', 'qr', {
      x: x + (SIDE - CODE_SIZE) / 2,
      y: sheet.at(at.code),
      size: CODE_SIZE,
    }),
    ...createAddress(sheet.settings, {
      x,
      y: sheet.at(at.verify),
      width: SIDE,
      line: 2.485,
      size: 6.8,
    }),
  ];
}

function createTallFooter(sheet: Sheet): Layer[] {
  const { settings, width } = sheet;
  const { signatures } = settings;
  const at = places.portrait;
  const end = width - EDGE;
  const line = sheet.at(at.line);
  const base = sheet.at(at.dates);
  const wing = (width - 2 * EDGE - at.seal - 12) / 2;
  const left = { x: EDGE, width: wing };
  const right = { x: end - wing, width: wing };
  const days = [EDGE, EDGE + 50].map((x) => ({ x, width: 48, base }));
  const [first = { ...left, base }, second = first] = days;
  return [
    ...(signatures === 1 ? createSignedDate(sheet, { ...left, y: line }) : []),
    ...createSignatures(settings, signatures === 1 ? [right] : [left, right], line),
    createSquare('badge', 'badge', {
      ...{ x: (width - at.seal) / 2, y: sheet.at(at.sealEnd) - at.seal, size: at.seal },
    }),
    ...(signatures === 1 ? [] : createDate(settings, 'issued_on', first, { isSerif: true })),
    ...createDate(settings, 'expires', signatures === 1 ? first : second, { isSerif: true }),
    ...createAddress(settings, {
      ...{ align: 'left', x: EDGE, width: 100, y: sheet.at(at.verify), line: 2.95, size: 7.5 },
    }),
    createSquare('code', 'qr', {
      ...{ x: end - CODE_SIZE + QUIET_ZONE, y: sheet.at(at.code), size: CODE_SIZE },
    }),
  ];
}

/** The date opposite to the only signatory. */
function createSignedDate(
  { settings }: Sheet,
  place: { x: number; y: number; width: number },
): Layer[] {
  const { y, ...row } = place;
  return [
    createText('issued_on', '{{issued_on}}', { ...row, size: 11, base: y - 1 }),
    createLine('line-date', place, { points: 0.5 }),
    createText('issued_on-label', settings.labels.issuedOn, {
      ...{ ...row, size: 8.5, color: quiet, base: y + 3.61 },
    }),
  ];
}
