import { badge, capitals, icon, shape, text } from './build.ts';
import { down, glow, plain } from './paints.ts';
import type { Template } from './template.ts';

export const editorial: Template = {
  id: 'editorial',
  name: 'Editorial',
  make: (c, words) =>
    badge([
      shape('Card', { kind: 'rectangle', radius: 72 }, { size: 960 }, { fill: plain(c.paper) }),
      shape(
        'Margin',
        { kind: 'rectangle', radius: 72 },
        { size: 960 },
        { stroke: { paint: plain(c.main), width: 8 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [196, 204], size: 168 },
        { color: plain(c.main), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [800, 420] },
        {
          fill: plain(c.ink),
          font: 'Playfair Display',
          size: 168,
          lineHeight: 1.02,
          align: 'start',
        },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 0 },
        { at: [192, 812], size: [160, 8] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 878], size: [800, 60] },
        { fill: plain(c.main), font: 'Source Sans 3', weight: 400, size: 46, align: 'start' },
      ),
    ]),
};

export const overlap: Template = {
  id: 'overlap',
  name: 'Overlap',
  make: (c, words) =>
    badge([
      shape('Disc', { kind: 'circle' }, { size: 960 }, { fill: plain(c.soft) }),
      shape(
        'Left',
        { kind: 'circle' },
        { at: [384, 344], size: 420 },
        { fill: plain(c.main), opacity: 0.92 },
      ),
      shape(
        'Right',
        { kind: 'circle' },
        { at: [640, 344], size: 420 },
        { fill: plain(c.accent), opacity: 0.9 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 344], size: 132 },
        { color: plain('#ffffff'), strokeWidth: 1.8 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 692], size: [640, 190] },
        { fill: plain(c.ink), font: 'Montserrat', size: 120, lineHeight: 1.08 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 836], size: [520, 68] },
        { fill: plain(c.main), font: 'Montserrat', weight: 400, size: 50 },
      ),
    ]),
};

export const night: Template = {
  id: 'night',
  name: 'Night',
  make: (c, words) =>
    badge([
      shape('Sky', { kind: 'circle' }, { size: 960 }, { fill: glow(c.main, c.ink) }),
      shape(
        'Dashes',
        { kind: 'circle' },
        { size: 880 },
        { stroke: { paint: plain('#ffffff80'), width: 10, dash: [3, 19.04] } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 820 },
        { stroke: { paint: plain(c.accent), width: 3 } },
      ),
      shape(
        'Star',
        { kind: 'star', points: 8, depth: 0.74 },
        { at: [512, 326], size: 330 },
        { fill: plain('#ffffff14') },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 326], size: 160 },
        { color: plain(c.accent), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [640, 210] },
        { fill: plain('#ffffff'), font: 'Cinzel', size: 124, lineHeight: 1.12 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 738], size: [520, 68] },
        { fill: plain('#ffffffb3'), font: 'Source Sans 3', weight: 400, size: 52 },
      ),
    ]),
};

export const script: Template = {
  id: 'script',
  name: 'Script',
  make: (c, words) =>
    badge([
      shape(
        'Ground',
        { kind: 'seal', teeth: 12, depth: 0.1 },
        { size: 980 },
        { fill: down(c.soft, '#ffffff') },
      ),
      shape(
        'Line',
        { kind: 'seal', teeth: 12, depth: 0.1 },
        { size: 916 },
        { stroke: { paint: plain(c.main), width: 4 } },
      ),
      shape(
        'Fine line',
        { kind: 'seal', teeth: 12, depth: 0.1 },
        { size: 884 },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 286], size: 120 },
        { color: plain(c.accent), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 506], size: [660, 300] },
        { fill: plain(c.main), font: 'Great Vibes', weight: 400, size: 172, lineHeight: 1.05 },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        { at: [512, 716], size: [480, 60] },
        { fill: plain(c.ink), font: 'Source Sans 3', size: 36, letterSpacing: 0.16 },
      ),
    ]),
};
