import { drawShapes } from '../draw-shapes.ts';
import { type CertificateDesign, sheetSize } from '../schema.ts';
import {
  CODE_SIZE,
  createAddress,
  createBar,
  createDate,
  createDesign,
  createFlow,
  createOutline,
  createSignatures,
  createSquare,
  createText,
  type Layer,
  type Level,
  onPaper,
  quiet,
  type Row,
  Sheet,
  type StyleSettings,
  sans,
  spaced,
  splitRow,
  toMillimeters,
} from './parts.ts';

const INSET = 14;
const cornerRosette = {
  ...{ kind: 'rosette', petals: 9, strands: 4 },
  rings: [
    { radius: 0.58, swing: 0.42 },
    { radius: 0.34, swing: 0.2 },
  ],
};
const pictureRosette = {
  ...{ kind: 'rosette', petals: 28, strands: 5 },
  rings: [
    { radius: 0.9, swing: 0.1 },
    { radius: 0.8, swing: 0.08 },
    { radius: 0.74, swing: 0.04 },
  ],
};

const EDGE = 28;

/** Where the style puts its parts, in millimeters. Texts by the baseline of their last line. */
const places = {
  landscape: {
    ...{ issuer: 52.25, title: onPaper(75.63, 77.32), awardedTo: onPaper(84.65, 86.84), room: 22 },
    ...{
      recipient: onPaper(98.39, 101.09),
      awardedFor: onPaper(107.32, 110.52),
      badge: onPaper(117.75, 121.46),
    },
    ...{ text: onPaper(126.57, 130.79), line: -48.13, dates: -30.3 },
    ...{ code: -74.42, verify: -35.49, smallPrint: -26, pictureHeight: 14 },
  },
  portrait: {
    ...{
      issuer: 109.25,
      title: onPaper(132.97, 127.94),
      awardedTo: onPaper(142.09, 135.55),
      room: 24,
    },
    ...{
      recipient: onPaper(155.93, 147.89),
      awardedFor: onPaper(164.96, 155.4),
      badge: onPaper(175.49, 164.43),
    },
    ...{ text: onPaper(184.41, 171.84), line: -78.95, dates: -53.92 },
    ...{ code: -64.3, verify: -43.99, smallPrint: -34.2, pictureHeight: 12 },
  },
};

export function createEngravedDesign(settings: StyleSettings): CertificateDesign {
  const sheet = new Sheet(settings);
  const { labels, accentColor, signatures, logoRatio } = settings;
  const { isWide, width, height } = sheet;
  const at = places[settings.orientation];
  const page = sheet.across(EDGE);
  // On landscape sheets, the badge and the code are beside the texts.
  const column = isWide ? { x: EDGE + 86, width: page.width - 86 } : page;
  const align = isWide ? 'left' : 'center';
  const outline = (id: string, inset: number, points: number): Layer =>
    createOutline(
      id,
      { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
      { kind: 'rectangle', radius: 0 },
      { color: accentColor, width: toMillimeters(points) },
    );
  const words = (id: string, text: string, level: Level, more: Layer & { size: number }): Layer =>
    createText(id, text, { ...column, align, base: sheet.at(level), ...more });
  const label = { size: 11.5, color: quiet };
  const [x, y, size] = isWide ? [66, 76, 44] : [width / 2, 54, 32];
  const signs =
    signatures === 1 && !isWide ? [sheet.across(EDGE + 34)] : splitRow(column, 10, signatures);
  const logo = { type: 'logo', align, x: column.x + (isWide ? 0 : (column.width - 60) / 2) };
  return createDesign(
    settings,
    [
      ...createEngraving(sheet, accentColor),
      ...[outline('frame-1', 21, 0.4), outline('frame-2', 22.2, 0.2)],
      createSquare('badge', 'badge', { x: x - size / 2, y: y - size / 2, size }),
      ...(logoRatio === null
        ? []
        : [{ id: 'logo', ...logo, y: isWide ? 28 : 87, width: 60, height: isWide ? 17 : 15 }]),
      words('issuer', '{{issuer_name}}', at.issuer, { size: 14, weight: 600 }),
      words('title', labels.title.toUpperCase(), at.title, {
        ...{ ...spaced, size: 30, weight: 600, color: accentColor },
      }),
      words('awarded-to', labels.awardedTo, at.awardedTo, label),
      words('recipient', '{{recipient_name}}', at.recipient, {
        size: 34,
        weight: 600,
        room: at.room,
      }),
      words('awarded-for', labels.awardedFor, at.awardedFor, label),
      words('badge-name', '{{badge_name}}', at.badge, {
        ...{ size: 20, weight: 600, color: accentColor, room: 16 },
      }),
      createFlow({
        ...{ ...column, align, size: 11.5, base: sheet.at(at.text) },
        end: sheet.at(at.line) - (isWide ? 17 : 15),
      }),
      ...createSignatures(settings, signs, sheet.at(at.line), { align, height: at.pictureHeight }),
      ...createProof(sheet, column, at),
    ],
    INSET,
  );
}

/** Dates, address and code. */
function createProof(
  sheet: Sheet,
  column: Row,
  at: { dates: Level; code: number; verify: Level; smallPrint: Level },
): Layer[] {
  const { settings, isWide, height } = sheet;
  const dates = isWide
    ? splitRow(column, 10)
    : [
        { x: EDGE, width: 48 },
        { x: EDGE + 50, width: 48 },
      ];
  const [first = column, second = column] = dates;
  const look = { align: isWide ? 'center' : 'left', x: EDGE, width: isWide ? 78 : 100, size: 7 };
  const code = isWide ? EDGE + (78 - CODE_SIZE) / 2 : EDGE + column.width - CODE_SIZE + 3.4;
  return [
    ...createDate(settings, 'issued_on', { ...first, base: sheet.at(at.dates) }, { isSerif: true }),
    ...createDate(settings, 'expires', { ...second, base: sheet.at(at.dates) }, { isSerif: true }),
    createSquare('code', 'qr', { x: code, y: height + at.code, size: CODE_SIZE }),
    ...createAddress(settings, { ...look, y: sheet.at(at.verify), line: 2.83 }),
    createText('small-print', settings.labels.smallPrint, {
      ...{ ...sans, ...look, color: quiet, base: sheet.at(at.smallPrint), room: 6 },
    }),
  ];
}

/** Fine interlaced lines as on banknotes, around the sheet, in its corners and behind the badge. */
function createEngraving(
  { width, height }: { width: number; height: number },
  color: string,
): Layer[] {
  const around = (x: number, y: number, radius: number) => ({
    ...{ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
  });
  const corners = [INSET, height - INSET].flatMap((y) =>
    [INSET, width - INSET].map((x) => ({ x, y })),
  );
  const [x, y, radius] = width > height ? [66, 76, 37] : [width / 2, 54, 27];
  const edge = INSET - 4.2;
  return [
    createOutline(
      'guilloche',
      { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge },
      { kind: 'guilloche', band: 8.4 },
      { color, width: 0.14 },
    ),
    ...corners.flatMap((corner, n) => [
      createBar(`corner-${n + 1}`, around(corner.x, corner.y, 8.6), '#ffffff', 8.6),
      createOutline(`rosette-${n + 1}`, around(corner.x, corner.y, 10), cornerRosette, {
        ...{ color, width: 0.14 },
      }),
    ]),
    createOutline('rosette', around(x, y, radius), pictureRosette, { color, width: 0.16 }),
  ];
}

/** The lines of the style as an SVG of the whole sheet. */
export function drawEngraving(
  look: Pick<StyleSettings, 'paper' | 'orientation' | 'accentColor' | 'isRtl'>,
): string {
  const size = sheetSize(look);
  const { layers } = createDesign(look, createEngraving(size, look.accentColor), INSET);
  return drawShapes(
    layers.filter((layer) => layer.type === 'shape'),
    size,
  );
}
