/** The backgrounds in `tokens.css` that leave accent colors the least contrast. */
export const lowestContrastBackgrounds = { light: '#efebe2', dark: '#2a2823' } as const;
/** Contrast of text, WCAG 2.2, 1.4.3 (AA). */
export const MIN_TEXT_CONTRAST = 4.5;

/** A color for light and for dark backgrounds. */
export type Shades = { onLight: string; onDark: string };

/** Contrast of a surface without text against its surroundings: it only needs to be visible. */
// Higher on dark: a surface darker than the background would vanish.
const MIN_SURFACE_CONTRAST = { onWhite: 1.25, onDark: 1.5 };

/** Shades of an accent that are readable as text. The color itself if it already is. */
export function createShades(color: string): Shades {
  return {
    onLight: ensureContrast(lowestContrastBackgrounds.light, color, MIN_TEXT_CONTRAST),
    onDark: ensureContrast(lowestContrastBackgrounds.dark, color, MIN_TEXT_CONTRAST),
  };
}

/** An accent as a surface without text, so that yellow stays yellow. */
export function createSurfaceShades(color: string): Shades {
  return {
    onLight: ensureContrast('#ffffff', color, MIN_SURFACE_CONTRAST.onWhite),
    onDark: ensureContrast(lowestContrastBackgrounds.dark, color, MIN_SURFACE_CONTRAST.onDark),
  };
}

type Rgb = [number, number, number];

/** #rrggbb to channels from 0 to 1. */
function parseHex(color: string): Rgb {
  const part = (from: number) => parseInt(color.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function formatHex(rgb: Rgb): string {
  const byte = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return `#${rgb.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes two colors by `share`. */
export function mixColors(from: string, to: string, share: number): string {
  const [one, other] = [parseHex(from), parseHex(to)];
  return formatHex(one.map((value, n) => value + ((other[n] ?? 0) - value) * share) as Rgb);
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [r, g, b] = parseHex(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastRatio(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Darkens or lightens a color just enough to reach the contrast `minimum`. */
export function ensureContrast(background: string, color: string, minimum: number): string {
  const target =
    contrastRatio(background, '#000000') > contrastRatio(background, '#ffffff')
      ? '#000000'
      : '#ffffff';
  const steps = 50;
  for (let n = 0; n < steps; n++) {
    const shade = mixColors(color, target, n / steps);
    if (contrastRatio(background, shade) >= minimum) return shade;
  }
  return target;
}
