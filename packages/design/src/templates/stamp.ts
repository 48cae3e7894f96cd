import { badge, capitals, circleText, icon, shape, type TemplateLayer, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { rosette, starsBelow } from './ornaments.ts';
import { solid } from './paints.ts';
import { splitInHalves } from './rings.ts';
import type { Template, TemplateContent } from './template.ts';

const white = solid('#ffffff');
/** Characters that fit half of the ring. The bar separates the halves. */
const few = 24;
const lettering = { fill: white, font: 'Oswald', letterSpacing: 0.1, span: 0.37 };

/** Issuer above, stars below. A long issuer name takes both halves unless a logo is there. */
function ring({ issuer, logo }: TemplateContent): TemplateLayer[] {
  const name = capitals(issuer.trim());
  const isLong = [...name].length > few;
  const size = isLong ? 726 : 690;
  const own = isLong ? { ...lettering, letterSpacing: 0.05 } : lettering;
  const both = isLong && !logo ? splitInHalves(name) : undefined;
  const line = (side: 'top' | 'bottom', words: string) =>
    circleText('Issuer', words, { size }, { ...own, side, size: 74 });
  if (both) return [line('top', both[0]), line('bottom', both[1])];
  const stars = logo ? [] : starsBelow({ radius: 388, size: 66, apart: 15 }, white);
  return [line('top', name), ...stars];
}

/**
 * One ink, like a rubber stamp: a ring of letters with a bar across that gives the title the full
 * width.
 */
export const stamp: Template = {
  id: 'stamp',
  name: 'Stamp',
  make: (c, words) => {
    const ink = solid(c.main);
    const line = (size: number, width: number) =>
      shape('Ring', { kind: 'circle' }, { size }, { stroke: { paint: ink, width } });
    return badge([
      shape('Rim', { kind: 'seal', teeth: 64, depth: 0.028 }, { size: 1_004 }, { fill: ink }),
      shape('Gap', { kind: 'circle' }, { size: 938 }, { fill: white }),
      shape('Band', { kind: 'circle' }, { size: 916 }, { fill: ink }),
      shape('Ground', { kind: 'circle' }, { size: 636 }, { fill: white }),
      line(612, 5),
      ...rosette(
        { size: 590, teeth: 24, depth: 0.2, lines: 4 },
        { paint: ink, width: 2.5, opacity: 0.34 },
      ),
      shape('Clearing', { kind: 'circle' }, { size: 420 }, { fill: white }),
      ...ring(words),
      icon('Icon', words.icon, { at: [512, 318], size: 132 }, { color: ink, strokeWidth: 2 }),
      shape('Bar', { kind: 'rectangle', radius: 10 }, { size: [1_016, 236] }, { fill: white }),
      shape('Bar line', { kind: 'rectangle', radius: 8 }, { size: [1_004, 212] }, { fill: ink }),
      shape(
        'Fine line',
        { kind: 'rectangle', radius: 4 },
        { size: [980, 188] },
        { stroke: { paint: white, width: 3 } },
      ),
      text(
        'Title',
        capitals(words.title),
        { size: [936, 172] },
        { fill: white, font: 'Oswald', size: 148, lineHeight: 1.04, letterSpacing: 0.03 },
      ),
      ...createLogoPlate(words.logo, 850, ink),
    ]);
  },
};
