import type { DrawableDesign, DrawableLayer } from '../draw/draw.ts';
import { transformPath, translate } from '../draw/drawing.ts';
import type { Paint } from '../schema.ts';
import { certificateShapePath } from './certificate-shape.ts';
import type { CertificateLayer, CertificateLayerOf } from './schema.ts';

const POINTS_PER_MILLIMETER = 72 / 25.4;

/** Pictures that the credential or the brand fills in. */
export type FilledPicture = 'badge' | 'logo' | `signature-${1 | 2 | 3}` | 'qr';

export type SideValues = {
  fillText: (text: string) => string;
  /** Whether a picture is known. Otherwise a frame shows where it will be. */
  hasPicture: (picture: FilledPicture) => boolean;
};

type Side = { width: number; height: number; layers: readonly CertificateLayer[] };

/** Points per unit of a design. A pixel of a card is a point. */
const scales = { certificate: POINTS_PER_MILLIMETER, card: 1 } as const;

/**
 * A side of a certificate, or a card, for `draw`, in points, as the editor shows it. The service
 * sets the text itself, so lines may end elsewhere.
 */
export function createDrawableSide(
  kind: keyof typeof scales,
  { width, height, layers }: Side,
  values: SideValues,
): DrawableDesign {
  const scale = scales[kind];
  return {
    ...{ width: width * scale, height: height * scale },
    layers: layers.map((layer) => createDrawable(layer, values, scale)),
  };
}

const color = (value: string): Paint => ({ type: 'color', color: value });

function createDrawable(layer: CertificateLayer, values: SideValues, scale: number): DrawableLayer {
  const { id, name, rotation, locked, hidden } = layer;
  const [x, y, width, height] = [layer.x, layer.y, layer.width, layer.height].map(
    (length) => length * scale,
  ) as [number, number, number, number];
  const own = { id, name, x, y, width, height, rotation, locked, hidden, opacity: 1 };
  if (layer.type === 'text')
    return {
      ...{ ...own, type: 'text', text: values.fillText(layer.text), font: chooseFace(layer) },
      ...{ weight: 400, size: layer.size, letterSpacing: layer.letterSpacing },
      align: ({ left: 'start', center: 'center', right: 'end' } as const)[layer.align],
      ...{ lineHeight: layer.lineHeight, verticalAlign: layer.verticalAlign },
      ...{ isWrapped: layer.fit === 'wrap', isSmallCaps: layer.isSmallCaps },
      fill: color(layer.color),
    };
  if (layer.type === 'shape') return { ...own, ...scaleShape(layer, scale), type: 'path' };
  if (layer.type === 'picture') return { ...own, type: 'picture', picture: layer.picture };
  const picture: FilledPicture =
    layer.type === 'signature' ? `signature-${layer.signatory}` : layer.type;
  if (!values.hasPicture(picture)) return { ...own, ...frame, type: 'shape' };
  return {
    ...{ ...own, type: 'picture', picture },
    ...('align' in layer && { align: layer.align }),
  };
}

const frame = {
  shape: { kind: 'rectangle', radius: 0 },
  fill: color('#8a847a1f'),
  stroke: { paint: color('#8a847a'), width: 0.75, dash: [4, 3] },
} as const satisfies Partial<DrawableLayer>;

function scaleShape(
  { shape, width, height, fill, stroke }: CertificateLayerOf<'shape'>,
  scale: number,
) {
  const outline = certificateShapePath(shape, width, height);
  return {
    path: transformPath(outline, translate(0, 0, scale)),
    fill,
    stroke: stroke && {
      ...stroke,
      width: stroke.width * scale,
      ...(stroke.dash && { dash: stroke.dash.map((length) => length * scale) }),
    },
  };
}

/** Font files of certificates. Each is a font of its own. */
export const certificateFaces = [
  'CormorantGaramond-SemiBold',
  'SourceSans3-Italic',
  'SourceSans3-Regular',
  'SourceSans3-SemiBold',
  'SourceSerif4-Italic',
  'SourceSerif4-Regular',
  'SourceSerif4-SemiBold',
] as const;
type CertificateFace = (typeof certificateFaces)[number];

function chooseFace({ font, weight, isItalic }: CertificateLayerOf<'text'>): CertificateFace {
  if (font === 'Cormorant Garamond') return 'CormorantGaramond-SemiBold';
  const family = font === 'Source Sans 3' ? 'SourceSans3' : 'SourceSerif4';
  if (isItalic) return `${family}-Italic`;
  return weight === 600 ? `${family}-SemiBold` : `${family}-Regular`;
}
