import type { Paint, Shadow } from '../schema.ts';
import type { Drawing, DrawnLayer, Matrix } from './drawing.ts';

/** Renders an SVG document. `href` returns a picture's URL, or undefined if the picture is gone. */
export function toSvg(drawing: Drawing, href: (picture: string) => string | undefined): string {
  const { width, height, background } = drawing;
  const definitions: string[] = [];
  const define = (element: (id: string) => string): string => {
    const id = `d${definitions.length}`;
    definitions.push(element(id));
    return `url(#${id})`;
  };
  const ground = background
    ? `<rect width="${width}" height="${height}" fill="${formatPaint(background, { width, height }, define)}"/>`
    : '';
  const layers = drawing.layers.map((layer) => renderLayer(layer, href, define)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions.join('')}</defs>${ground}${layers}</svg>`
  );
}

type Define = (element: (id: string) => string) => string;
type Size = { width: number; height: number };

function renderLayer(
  layer: DrawnLayer,
  href: (picture: string) => string | undefined,
  define: Define,
): string {
  const own = [
    `transform="${transform(layer.matrix)}"`,
    layer.opacity < 1 ? `opacity="${layer.opacity}"` : '',
    layer.shadow
      ? `filter="${define((id) => renderShadow(id, layer, layer.shadow as Shadow))}"`
      : '',
  ];
  if (layer.type === 'picture') {
    const address = href(layer.picture);
    if (!address) return '';
    return `<g ${own.filter(Boolean).join(' ')}><image width="${layer.width}" height="${layer.height}" href="${escapeAttribute(address)}"/></g>`;
  }
  const { fill, stroke } = layer;
  own.push(`fill="${fill ? formatPaint(fill, layer, define) : 'none'}"`);
  if (stroke) {
    own.push(`stroke="${formatPaint(stroke.paint, layer, define)}" stroke-width="${stroke.width}"`);
    if (stroke.dash?.length) own.push(`stroke-dasharray="${stroke.dash.join(' ')}"`);
    own.push(`stroke-linejoin="round"${stroke.round ? ' stroke-linecap="round"' : ''}`);
  }
  return `<path ${own.filter(Boolean).join(' ')} d="${layer.path}"/>`;
}

function transform(matrix: Matrix): string {
  return `matrix(${matrix.map((value) => Number(value.toFixed(5))).join(' ')})`;
}

function formatPaint(paint: Paint, { width, height }: Size, define: Define): string {
  if (paint.type === 'color') return paint.color;
  const stops = paint.stops
    .map(({ at, color }) => `<stop offset="${at}" stop-color="${color}"/>`)
    .join('');
  const units = 'gradientUnits="userSpaceOnUse"';
  if (paint.type === 'radial')
    return define(
      (id) =>
        `<radialGradient id="${id}" ${units} cx="${width / 2}" cy="${height / 2}" r="${Math.max(width, height) / 2}">${stops}</radialGradient>`,
    );
  const { x1, y1, x2, y2 } = computeGradientLine(paint.angle, { width, height });
  return define(
    (id) =>
      `<linearGradient id="${id}" ${units} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`,
  );
}

/** Endpoints of a linear gradient: through the center, as long as the box is in that direction. */
export function computeGradientLine(angle: number, { width, height }: Size) {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const half = (Math.abs(cos) * width + Math.abs(sin) * height) / 2;
  return {
    x1: width / 2 - cos * half,
    y1: height / 2 - sin * half,
    x2: width / 2 + cos * half,
    y2: height / 2 + sin * half,
  };
}

/**
 * Filter region in absolute units: a region relative to a thin line's box would clip the shadow.
 */
function renderShadow(
  id: string,
  { width, height, ...layer }: DrawnLayer,
  { x, y, blur, color }: Shadow,
): string {
  const stroke = 'stroke' in layer ? (layer.stroke?.width ?? 0) : 0;
  // Letters on a circle extend beyond its box.
  const radius = Math.max(width, height) / 2;
  const room = Math.ceil(radius + stroke + Math.max(Math.abs(x), Math.abs(y)) + 2 * blur);
  const [w, h] = [width + 2 * room, height + 2 * room];
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB" x="${-room}" y="${-room}" width="${w}" height="${h}">` +
    `<feDropShadow dx="${x}" dy="${y}" stdDeviation="${blur / 2}" flood-color="${color}"/></filter>`
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
