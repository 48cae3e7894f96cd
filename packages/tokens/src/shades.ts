import { readableOn } from './color.ts';

/** The backgrounds in `tokens.css` that leave accent colors the least contrast. */
export const hardestGrounds = { light: '#efebe2', dark: '#2a2823' } as const;
/** Contrast of text, WCAG 2.2, 1.4.3 (AA). */
export const leastContrast = 4.5;

/** A color for light and for dark backgrounds. */
export type Shades = { onLight: string; onDark: string };

/** Contrast of a surface without text against its surroundings: it only needs to be visible. */
// Higher on dark: a surface darker than the background would vanish.
const leastApart = { onWhite: 1.25, onDark: 1.5 };

/** Shades of an accent that are readable as text. The color itself if it already is. */
export function shadesOf(color: string): Shades {
  return {
    onLight: readableOn(hardestGrounds.light, color, leastContrast),
    onDark: readableOn(hardestGrounds.dark, color, leastContrast),
  };
}

/** An accent as a surface without text, so that yellow stays yellow. */
export function surfacesOf(color: string): Shades {
  return {
    onLight: readableOn('#ffffff', color, leastApart.onWhite),
    onDark: readableOn(hardestGrounds.dark, color, leastApart.onDark),
  };
}
