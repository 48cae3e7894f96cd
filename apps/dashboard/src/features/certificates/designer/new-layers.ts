import type { CertificateLayer, CertificateLayerOf, CertificateShape } from '@insignia/design';
import { defaultShapes, roundCoordinate } from '@insignia/design/edit';
import { createLayerId } from '../../../shared/designer/context.ts';

/** Shapes with measures in millimeters. */
export const sheetShapes: Record<CertificateShape['kind'], CertificateShape> = {
  ...defaultShapes,
  rectangle: { kind: 'rectangle', radius: 0 },
  frame: { kind: 'frame', notch: 11 },
  fleuron: { kind: 'fleuron' },
  guilloche: { kind: 'guilloche', band: 8 },
  rosette: { kind: 'rosette', petals: 24, strands: 4, rings: [{ radius: 0.7, swing: 0.3 }] },
};

type Sheet = { width: number; height: number };
type Own = Pick<CertificateLayer, 'name'>;

/** In the middle of the sheet. */
function place(sheet: Sheet, { name }: Own, width: number, height: number) {
  return {
    ...{
      id: createLayerId(),
      name,
      width: roundCoordinate(width),
      height: roundCoordinate(height),
    },
    x: roundCoordinate((sheet.width - width) / 2),
    y: roundCoordinate((sheet.height - height) / 2),
    ...{ rotation: 0, locked: false, hidden: false },
  };
}

export function createText(sheet: Sheet, own: Own, text: string): CertificateLayerOf<'text'> {
  return {
    ...{ ...place(sheet, own, sheet.width * 0.6, 14), type: 'text', text },
    ...{ font: 'Source Serif 4', weight: 400, isItalic: false, size: 18, color: '#221f1a' },
    ...{ align: 'center', verticalAlign: 'middle', lineHeight: 1.2, letterSpacing: 0 },
    ...{ figures: 'lining', fit: 'shrink', hideWhenEmpty: true },
  };
}

export function createShape(
  sheet: Sheet,
  own: Own,
  kind: CertificateShape['kind'],
  color: string,
): CertificateLayerOf<'shape'> {
  const [width, height] = chooseSize(sheet, kind);
  const strokeWidth = lineWidths[kind];
  const paint = { type: 'color', color } as const;
  return {
    ...{ ...place(sheet, own, width, height), type: 'shape', shape: sheetShapes[kind] },
    ...(strokeWidth ? { stroke: { paint, width: strokeWidth } } : { fill: paint }),
  };
}

/** Ornaments that are lines. Filled, they would hide the sheet. */
const lineWidths: Partial<Record<CertificateShape['kind'], number>> = {
  ...{ frame: 0.6, guilloche: 0.15, rosette: 0.15 },
};
/** Distance of a frame from the edges. */
const INSET = 12;

function chooseSize(sheet: Sheet, kind: CertificateShape['kind']): [width: number, height: number] {
  if (kind === 'frame' || kind === 'guilloche')
    return [sheet.width - 2 * INSET, sheet.height - 2 * INSET];
  if (kind === 'ribbon') return [90, 22];
  return kind === 'fleuron' ? [12, 12] : [40, 40];
}

/** As large as fits half of the sheet. */
export function createPicture(
  sheet: Sheet,
  own: Own,
  picture: string,
  size: Sheet,
): CertificateLayerOf<'picture'> {
  const scale = 0.5 * Math.min(sheet.width / size.width, sheet.height / size.height);
  const box = place(sheet, own, size.width * scale, size.height * scale);
  return { ...box, type: 'picture', picture, alt: '' };
}

export function createFilled(
  sheet: Sheet,
  type: 'badge' | 'logo' | 'qr' | 'signature',
): CertificateLayer {
  if (type === 'logo') return { ...place(sheet, unnamed, 70, 22), type, align: 'center' };
  if (type === 'signature')
    return { ...place(sheet, unnamed, 46, 14), type, align: 'center', signatory: 1 };
  const side = type === 'qr' ? 30 : 40;
  return { ...place(sheet, unnamed, side, side), type };
}
const unnamed = { name: '' };
