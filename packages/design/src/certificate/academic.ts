import type { CertificateDesign } from './schema.ts';
import { readCertificateDesign, sheetSize } from './schema.ts';

/** Texts and look of a style. `address` is that of the credential's page, without the ID. */
export type StyleSettings = Pick<CertificateDesign, 'paper' | 'orientation'> & {
  accentColor: string;
  signatures: number;
  labels: { awardedTo: string; awardedFor: string; verify: string; smallPrint: string };
  address: string;
};

type Layer = Record<string, unknown>;

const ink = '#221f1a';
const quiet = '#625c51';

/** Where the style `academic` puts its parts on A4, in millimeters. Texts by their middle. */
const places = {
  landscape: {
    ...{ edge: 24, inset: 40, textInset: 56, logo: 27.82, logoHeight: 22, issuer: 60.35 },
    ...{ awardedTo: 74.64, recipient: 86.16, awardedFor: 98.27, badge: 107.42 },
    ...{ text: 116.15, textHeight: 12, dates: 131.48, line: 181.65 },
    ...{ seal: [28, 151.37, 38], code: [230.85, 146.71] as const, smallPrint: 193.19 },
    address: { x: 225, width: 50, y: 183.41, line: 2.59, size: 6.8, align: 'center' },
    columns: {
      1: [[108, 81]],
      2: [
        [78, 66.5],
        [152.5, 66.5],
      ],
      3: [
        [78, 43.67],
        [126.67, 43.67],
        [175.33, 43.67],
      ],
    } as Columns,
  },
  portrait: {
    ...{ edge: 22, inset: 26, textInset: 32, logo: 34.56, logoHeight: 30, issuer: 77.09 },
    ...{ awardedTo: 100.4, recipient: 115.94, awardedFor: 132.47, badge: 145.64 },
    ...{ text: 159.39, textHeight: 15, dates: 179.74, line: 216.71 },
    ...{ seal: [22, 234.37, 42], code: [153.1, 236.22] as const, smallPrint: 280.19 },
    address: { x: 65, width: 80.1, y: 252.43, line: 2.94, size: 7.5, align: 'right' },
    columns: {
      1: [[62, 86]],
      2: [
        [22, 76],
        [112, 76],
      ],
      3: [
        [22, 52],
        [79, 52],
        [136, 52],
      ],
    } as Columns,
  },
};
/** Left edge and width of each signature, by their number. */
type Columns = Record<number, [x: number, width: number][]>;

const CODE_SIZE = 38.3;

/** The layers of the style `academic`. */
export function createAcademicDesign(settings: StyleSettings): CertificateDesign {
  const { paper, orientation, accentColor, labels, signatures } = settings;
  const at = places[orientation];
  const { width, height } = sheetSize(settings);
  const a4 = sheetSize({ paper: 'a4', orientation });
  // Letter is wider and shorter: everything stays around the middle.
  const x = (on: number): number => on + (width - a4.width) / 2;
  const y = (on: number): number => on * (height / a4.height);
  const rule = (id: string, top: number, points: number): Layer => {
    const thickness = (points * 25.4) / 72;
    return {
      ...{ id, type: 'shape', x: at.edge, y: top - thickness / 2, width: width - 2 * at.edge },
      ...{ height: thickness, shape: { kind: 'rectangle', radius: 0 } },
      fill: { type: 'color', color: ink },
    };
  };
  const words = (id: string, middle: number, high: number, text: string, more: Layer): Layer => ({
    ...{ id, type: 'text', x: x(at.inset), y: y(middle) - high / 2 },
    ...{ width: a4.width - 2 * at.inset, height: high, text, verticalAlign: 'middle', ...more },
  });
  const display = { font: 'Cormorant Garamond', weight: 600 };
  const label = { size: 12, isItalic: true };
  const small = { font: 'Source Sans 3', color: quiet };
  const { address } = at;
  const line = (id: string, n: number, text: string): Layer =>
    words(id, address.y + n * address.line, 3, text, {
      ...{ ...small, x: x(address.x), width: address.width },
      ...{ size: address.size, align: address.align },
    });
  const [sealX = 0, sealY = 0, sealSize = 0] = at.seal;
  const layers: Layer[] = [
    ...[rule('rule-1', 11, 0.3), rule('rule-2', 12, 1.1)],
    ...[rule('rule-3', height - 12, 1.1), rule('rule-4', height - 11, 0.3)],
    {
      ...{ id: 'logo', type: 'logo', x: x(a4.width / 2 - 35), y: y(at.logo) },
      ...{ width: 70, height: at.logoHeight },
    },
    words('issuer', at.issuer, 16, '{{issuer_name}}', { ...display, size: 42, color: accentColor }),
    words('awarded-to', at.awardedTo, 6, labels.awardedTo, label),
    words('recipient', at.recipient, 16, '{{recipient_name}}', { ...display, size: 44 }),
    words('awarded-for', at.awardedFor, 6, labels.awardedFor, label),
    words('badge-name', at.badge, 10, '{{badge_name}}', { weight: 600, size: 21 }),
    {
      ...{ id: 'text', type: 'text', text: '{{certificate_text}}', size: 11.5 },
      ...{ x: x(at.textInset), y: y(at.text), width: a4.width - 2 * at.textInset },
      height: at.textHeight,
    },
    words('dates', at.dates, 6, '{{dates}}', { ...label, figures: 'old-style' }),
    { id: 'badge', type: 'badge', x: x(sealX), y: y(sealY), width: sealSize, height: sealSize },
    ...(at.columns[signatures] ?? []).flatMap(([left, wide], n) =>
      createSignature(n + 1, {
        ...{ x: x(left), line: y(at.line), width: wide },
        pictureWidth: signatures > 2 ? 34 : 46,
      }),
    ),
    {
      ...{ id: 'code', type: 'qr', x: x(at.code[0]), y: y(at.code[1]) },
      ...{ width: CODE_SIZE, height: CODE_SIZE },
    },
    line('verify', 0, labels.verify),
    line('address', 1, settings.address),
    line('credential-id', 2, '{{credential_id}}'),
    words('small-print', at.smallPrint, 6, labels.smallPrint, { ...small, size: 7 }),
  ];
  const read = readCertificateDesign({
    ...{ insigniaDesign: 1, kind: 'certificate', paper, orientation, safeMargin: 11, layers },
  });
  if ('errors' in read) throw new Error(`the style is no design: ${JSON.stringify(read.errors)}`);
  return read.design;
}

/** A signature above a line, with name and title below. */
function createSignature(
  n: number,
  { x, line, width, pictureWidth }: Record<'x' | 'line' | 'width' | 'pictureWidth', number>,
): Layer[] {
  const text = { type: 'text', x, width, height: 4, verticalAlign: 'middle' };
  return [
    {
      ...{ id: `signature-${n}`, type: 'signature', signatory: n },
      ...{ x: x + (width - pictureWidth) / 2, y: line - 15, width: pictureWidth, height: 14 },
    },
    {
      ...{ id: `line-${n}`, type: 'shape', x, y: line - 0.088, width, height: 0.176 },
      ...{ shape: { kind: 'rectangle', radius: 0 }, fill: { type: 'color', color: ink } },
    },
    {
      ...{ id: `signatory-${n}`, ...text, y: line + 0.79, text: `{{signatory_${n}_name}}` },
      ...{ weight: 600, size: 10 },
    },
    {
      ...{ id: `title-${n}`, ...text, y: line + 4.72, text: `{{signatory_${n}_title}}` },
      ...{ size: 8.5, color: quiet },
    },
  ];
}
