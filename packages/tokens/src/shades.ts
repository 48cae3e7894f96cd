import { readableOn } from './color.ts';

/** The grounds of `tokens.css` that an accent stands on and that leave it the least room. */
export const hardestGrounds = { light: '#efebe2', dark: '#2a2823' } as const;
/** Of letters against their ground, WCAG 2.2, 1.4.3 (AA). */
export const leastContrast = 4.5;

/** A colour as it is used: on light ground and paper, and on dark ground. */
export type Shades = { onLight: string; onDark: string };

/** Of a surface that nothing is written on, against what is beside it: it must only be told from it. */
// On dark ground so much that black, too, is not enough: what is darker than the ground is lost on it.
const leastApart = { onWhite: 1.25, onDark: 1.5 };

/** The shades of an accent that letters can have; the colour itself where it is readable. */
export function shadesOf(color: string): Shades {
  return {
    onLight: readableOn(hardestGrounds.light, color, leastContrast),
    onDark: readableOn(hardestGrounds.dark, color, leastContrast),
  };
}

/** An accent as a surface or a band without letters: a yellow stays yellow there. */
export function surfacesOf(color: string): Shades {
  return {
    onLight: readableOn('#ffffff', color, leastApart.onWhite),
    onDark: readableOn(hardestGrounds.dark, color, leastApart.onDark),
  };
}
