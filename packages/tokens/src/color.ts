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
