import { badge, capitals, circleText, shape, text } from './build.ts';
import { logoIn } from './logos.ts';
import { plain } from './paints.ts';
import type { Template } from './template.ts';

export const monogram: Template = {
  id: 'monogram',
  name: 'Monogram',
  make: (c, words) =>
    badge([
      shape(
        'Disc',
        { kind: 'circle' },
        { size: 940 },
        { fill: plain(c.paper), stroke: { paint: plain(c.accent), width: 10 } },
      ),
      shape(
        'Fine ring',
        { kind: 'circle' },
        { size: 896 },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 640 },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      ...(words.logo
        ? logoIn(words.logo, { at: [512, 512], size: [520, 440] })
        : [
            text(
              'Letter',
              capitals([...words.title][0] ?? ''),
              { at: [512, 500], size: [560, 560] },
              { fill: plain(c.main), font: 'Playfair Display', size: 440, lineHeight: 1 },
            ),
          ]),
      circleText(
        'Title',
        capitals(words.title),
        { size: 700 },
        { fill: plain(c.ink), font: 'Cinzel', size: 72, letterSpacing: 0.1, span: 0.54 },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 700 },
        {
          side: 'bottom',
          fill: plain(c.ink),
          font: 'Cinzel',
          weight: 400,
          size: 54,
          letterSpacing: 0.12,
          span: 0.36,
        },
      ),
    ]),
};
