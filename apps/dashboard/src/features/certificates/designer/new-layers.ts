import type { CertificateLayer, CertificateLayerOf, CertificateShape } from '@insignia/design';
import { defaultShapes, roundCoordinate } from '@insignia/design/edit';
import { createLayerId } from '../../../shared/designer/context.ts';
import type { CertificateDocument } from './document.ts';

type Size = { width: number; height: number };
type Page = Size & Pick<CertificateDocument, 'sheet'>;

/** Units of the design per millimeter of a sheet. A card is as wide as A4 with 4 pixels each. */
export const getScale = ({ sheet }: Pick<Page, 'sheet'>): number => (sheet ? 1 : 4);

/** Each kind with its initial measures. */
export function createShapes(
  page: Pick<Page, 'sheet'>,
): Record<CertificateShape['kind'], CertificateShape> {
  const scale = getScale(page);
  return {
    ...defaultShapes,
    rectangle: { kind: 'rectangle', radius: 0 },
    frame: { kind: 'frame', notch: 11 * scale },
    fleuron: { kind: 'fleuron' },
    guilloche: { kind: 'guilloche', band: 8 * scale },
    rosette: { kind: 'rosette', petals: 24, strands: 4, rings: [{ radius: 0.7, swing: 0.3 }] },
  };
}

type Own = Pick<CertificateLayer, 'name'>;

/** In the middle of the page. */
function place(page: Size, { name }: Own, width: number, height: number) {
  return {
    ...{
      id: createLayerId(),
      name,
      width: roundCoordinate(width),
      height: roundCoordinate(height),
    },
    x: roundCoordinate((page.width - width) / 2),
    y: roundCoordinate((page.height - height) / 2),
    ...{ rotation: 0, locked: false, hidden: false },
  };
}

export function createText(page: Page, own: Own, text: string): CertificateLayerOf<'text'> {
  // Cards are shown at a third of their size.
  const [size, height] = page.sheet ? [18, 14] : [48, 72];
  return {
    ...{ ...place(page, own, page.width * 0.6, height), type: 'text', text },
    ...{ font: 'Source Serif 4', weight: 400, isItalic: false, size, color: '#221f1a' },
    ...{ align: 'center', verticalAlign: 'middle', lineHeight: 1.2, letterSpacing: 0 },
    ...{ figures: 'lining', fit: 'shrink', hideWhenEmpty: true },
  };
}

export function createShape(
  page: Page,
  own: Own,
  kind: CertificateShape['kind'],
  color: string,
): CertificateLayerOf<'shape'> {
  const [width, height] = chooseSize(page, kind);
  const lineWidth = lineWidths[kind];
  const paint = { type: 'color', color } as const;
  return {
    ...{ ...place(page, own, width, height), type: 'shape', shape: createShapes(page)[kind] },
    ...(lineWidth ? { stroke: { paint, width: lineWidth * getScale(page) } } : { fill: paint }),
  };
}

/** Ornaments that are lines, in millimeters. Filled, they would hide the sheet. */
const lineWidths: Partial<Record<CertificateShape['kind'], number>> = {
  ...{ frame: 0.6, guilloche: 0.15, rosette: 0.15 },
};
/** Distance of a frame from the edges, in millimeters. */
const INSET = 12;

function chooseSize(page: Page, kind: CertificateShape['kind']): [width: number, height: number] {
  const scale = getScale(page);
  if (kind === 'frame' || kind === 'guilloche')
    return [page.width - 2 * INSET * scale, page.height - 2 * INSET * scale];
  if (kind === 'ribbon') return [90 * scale, 22 * scale];
  const side = (kind === 'fleuron' ? 12 : 40) * scale;
  return [side, side];
}

/** As large as fits half of the page. */
export function createPicture(
  page: Size,
  own: Own,
  picture: string,
  size: Size,
): CertificateLayerOf<'picture'> {
  const scale = 0.5 * Math.min(page.width / size.width, page.height / size.height);
  const box = place(page, own, size.width * scale, size.height * scale);
  return { ...box, type: 'picture', picture, alt: '' };
}

export function createFilled(
  page: Page,
  type: 'badge' | 'logo' | 'qr' | 'signature',
): CertificateLayer {
  const scale = getScale(page);
  const put = (width: number, height: number) =>
    place(page, unnamed, width * scale, height * scale);
  if (type === 'logo') return { ...put(70, 22), type, align: 'center' };
  if (type === 'signature') return { ...put(46, 14), type, align: 'center', signatory: 1 };
  const side = type === 'qr' ? 30 : 40;
  return { ...put(side, side), type };
}
const unnamed = { name: '' };
