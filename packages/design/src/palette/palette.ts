import { ensureContrast, mixColors } from '@insignia/tokens/shades';

/** Matching colors derived from one accent. */
export type Palette = {
  /** Dark enough for white text. */
  main: string;
  deep: string;
  /** Secondary color for frames and seals. */
  accent: string;
  soft: string;
  paper: string;
  ink: string;
};

const gold = '#c9a227';
const [black, white] = ['#0d1117', '#ffffff'];
/** Contrast of text, WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5;

/** Derives a palette from an issuer's accent color. The second color defaults to gold. */
export function createPalette(color: string, accent: string = gold): Palette {
  const main = ensureContrast(white, color, MIN_CONTRAST);
  return {
    main,
    deep: mixColors(main, black, 0.45),
    accent,
    soft: mixColors(main, white, 0.88),
    paper: mixColors(accent, white, 0.94),
    ink: mixColors(main, black, 0.75),
  };
}
