import { badge, capitals, circleText, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { rosette, starsBelow } from './ornaments.ts';
import { plain } from './paints.ts';
import type { Template } from './template.ts';

const white = plain('#ffffff');

/** One ink, as pressed on paper: a ring of letters, and a bar across on which the title has all the width. */
export const stamp: Template = {
  id: 'stamp',
  name: 'Stamp',
  make: (c, words) => {
    const ink = plain(c.main);
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
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 690 },
        { fill: white, font: 'Oswald', size: 74, letterSpacing: 0.1, span: 0.37 },
      ),
      ...(words.logo ? [] : starsBelow({ radius: 388, size: 66, apart: 15 }, white)),
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
      ...logoPlate(words.logo, 850, ink),
    ]);
  },
};
