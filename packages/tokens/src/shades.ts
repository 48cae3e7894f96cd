import { ensureContrast } from './color.ts';

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
