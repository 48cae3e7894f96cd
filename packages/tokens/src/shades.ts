import { readableOn } from './color.ts';

/** The grounds of `tokens.css` that an accent stands on and that leave it the least room. */
export const hardestGrounds = { light: '#efebe2', dark: '#2a2823' } as const;
/** Of letters against their ground, WCAG 2.2, 1.4.3 (AA). */
export const leastContrast = 4.5;

/** A colour as it is used: on light ground and paper, and on dark ground. */
export type Shades = { onLight: string; onDark: string };

/** The shades of an accent that letters can have; the colour itself where it is readable. */
export function shadesOf(color: string): Shades {
  return {
    onLight: readableOn(hardestGrounds.light, color, leastContrast),
    onDark: readableOn(hardestGrounds.dark, color, leastContrast),
  };
}
