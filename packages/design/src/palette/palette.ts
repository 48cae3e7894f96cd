import { mixed, readableOn } from '@insignia/tokens/color';

/** Colours of a design that go together, made from one. */
export type Palette = {
  /** Dark enough for white letters. */
  main: string;
  deep: string;
  /** Beside `main`: frames, seals, what shines. */
  accent: string;
  soft: string;
  paper: string;
  ink: string;
};

const gold = '#c9a227';
const [black, white] = ['#0d1117', '#ffffff'];
/** Of letters against their ground, WCAG 2.2 AA. */
const leastContrast = 4.5;

/** A palette of an issuer's accent colour; gold goes with it unless another is given. */
export function paletteOf(color: string, accent: string = gold): Palette {
  const main = readableOn(white, color, leastContrast);
  return {
    main,
    deep: mixed(main, black, 0.45),
    accent,
    soft: mixed(main, white, 0.88),
    paper: mixed(accent, white, 0.94),
    ink: mixed(main, black, 0.75),
  };
}
