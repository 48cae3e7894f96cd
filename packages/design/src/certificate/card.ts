import { z } from 'zod';
import { cardLimits } from '../limits.ts';
import {
  anyLayer,
  type CertificateDesign,
  type CertificateLayer,
  createSide,
  readCertificateDesign,
  readLayers,
} from './schema.ts';

/** Pixels of a share card. Networks show it in this shape, often at a third of the size. */
export const cardSize = { width: 1_200, height: 630 } as const;

const { position: at, size, fontSize } = cardLimits;
const position = z.number().min(at.min).max(at.max);
const length = z.number().min(size.min).max(size.max);
const box = { x: position, y: position, width: length, height: length };

const [text, ...others] = anyLayer.options;
/** Layers of certificates, with other units. */
const cardLayer = z.discriminatedUnion('type', [
  text.extend({ ...box, size: z.number().min(fontSize.min).max(fontSize.max) }),
  ...others.map((layer) => layer.extend(box)),
]) as unknown as z.ZodType<CertificateLayer>;

const cardSchema = z.strictObject({
  insigniaDesign: z.literal(1),
  kind: z.literal('card'),
  ...createSide(cardLayer),
});

export type CardDesign = z.output<typeof cardSchema>;
/** A design that an issuer has. */
export type IssuerDesign = CertificateDesign | CardDesign;

/** Checks a design of either kind and fills in defaults. */
export function readIssuerDesign(
  value: unknown,
): { design: IssuerDesign } | { errors: { path: string; message: string }[] } {
  const { kind } = (value ?? {}) as { kind?: unknown };
  if (kind === 'card') return readLayers(cardSchema, value);
  return readCertificateDesign(value);
}

/** Look and texts of the usual card. `shades`: of the panel, and of text on white. */
type CardSettings = {
  shades: { panel: string; text: string };
  hasLogo: boolean;
  isRightToLeft: boolean;
  labels: { awardedTo: string; issuedOn: string };
};

const ink = '#221f1a';
const quiet = '#625c51';
const hairline = '#cfcabf';

type Layer = Record<string, unknown>;
type Box = { x: number; y: number; width: number; height: number };

/** The layers of a card without a design. */
export function createCardDesign(settings: CardSettings): CardDesign {
  const { shades, hasLogo, isRightToLeft, labels } = settings;
  const place = ({ x, width, ...box }: Box): Box => ({
    ...box,
    ...{ x: isRightToLeft ? cardSize.width - x - width : x, width },
  });
  const align = isRightToLeft ? 'right' : 'left';
  const area = (id: string, box: Box, color: string, radius = 0): Layer => ({
    ...{ id, type: 'shape', ...place(box), shape: { kind: 'rectangle', radius } },
    fill: { type: 'color', color },
  });
  const words = (id: string, box: Box, written: string, more: Layer): Layer => ({
    ...{ id, type: 'text', ...place(box), text: written, align, verticalAlign: 'middle' },
    ...more,
  });
  const sans = { font: 'Source Sans 3' };
  const small = { ...sans, size: 32, color: quiet };
  const [start, width] = [468, 680];
  const beside = hasLogo ? 106 : 0;
  const layers: Layer[] = [
    area('panel', { x: 0, y: 0, width: 416, height: 630 }, shades.panel),
    area('plate', { x: 32, y: 139, width: 352, height: 352 }, '#ffffff', 48),
    { id: 'badge', type: 'badge', ...place({ x: 58, y: 165, width: 300, height: 300 }) },
    ...(hasLogo
      ? [{ id: 'logo', type: 'logo', ...place({ x: start, y: 46, width: 84, height: 84 }) }]
      : []),
    words(
      'issuer',
      { x: start + beside, y: 46, width: width - beside, height: 84 },
      '{{issuer_name}}',
      { ...sans, size: 40, weight: 600 },
    ),
    words('badge-name', { x: start, y: 140, width, height: 206 }, '{{badge_name}}', {
      ...{ size: 72, weight: 600, color: shades.text, lineHeight: 1, verticalAlign: 'bottom' },
    }),
    words('awarded-to', { x: start, y: 368, width, height: 40 }, labels.awardedTo, small),
    words('recipient', { x: start, y: 412, width, height: 108 }, '{{recipient_name}}', {
      ...{ size: 60, weight: 600, color: ink, lineHeight: 1 },
    }),
    area('rule', { x: start, y: 530, width, height: 2 }, hairline),
    words('date', { x: start, y: 544, width, height: 44 }, labels.issuedOn, small),
  ];
  const background = { color: '#ffffff' };
  const read = readLayers(cardSchema, { insigniaDesign: 1, kind: 'card', background, layers });
  if ('errors' in read) throw new Error(`the card is no design: ${JSON.stringify(read.errors)}`);
  return read.design;
}
