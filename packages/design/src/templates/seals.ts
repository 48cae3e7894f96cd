import { badge, capitals, circleText, icon, shape, side, text } from './build.ts';
import { glow, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000055', x: 0, y: 14, blur: 36 };

/** Degrees to the right of the bottom, at a distance from the middle. */
function onRing(degrees: number, radius: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [side / 2 + radius * Math.sin(angle), side / 2 + radius * Math.cos(angle)];
}

export const goldSeal: Template = {
  id: 'gold-seal',
  name: 'Gold seal',
  make: (c, words) =>
    badge([
      shape(
        'Seal',
        { kind: 'seal', teeth: 40, depth: 0.07 },
        { size: 960 },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape('Edge', { kind: 'circle' }, { size: 800 }, { fill: plain(c.deep) }),
      shape(
        'Disc',
        { kind: 'circle' },
        { size: 776 },
        { fill: glow(c.main, c.deep), stroke: { paint: metal(c.accent), width: 8 } },
      ),
      shape(
        'Inner ring',
        { kind: 'circle' },
        { size: 556 },
        { stroke: { paint: metal(c.accent), width: 3 } },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 604 },
        { fill: plain(c.paper), size: 50, letterSpacing: 0.16 },
      ),
      circleText(
        'Dots',
        '• • •',
        { size: 604 },
        { side: 'bottom', fill: metal(c.accent), size: 50, letterSpacing: 0.3 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 398], size: 132 },
        { color: metal(c.accent), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 578], size: [460, 210] },
        { fill: plain('#ffffff'), size: 124, lineHeight: 1.08 },
      ),
    ]),
};

export const stamp: Template = {
  id: 'stamp',
  name: 'Stamp',
  make: (c, words) =>
    badge([
      shape('Ground', { kind: 'circle' }, { size: 940 }, { fill: plain('#ffffff') }),
      shape(
        'Outer ring',
        { kind: 'circle' },
        { size: 900 },
        { stroke: { paint: plain(c.main), width: 16 } },
      ),
      shape(
        'Second ring',
        { kind: 'circle' },
        { size: 856 },
        { stroke: { paint: plain(c.main), width: 4 } },
      ),
      shape(
        'Inner ring',
        { kind: 'circle' },
        { size: 600 },
        { stroke: { paint: plain(c.main), width: 4, dash: [2, 14] } },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 672 },
        { fill: plain(c.main), font: 'Oswald', size: 84, letterSpacing: 0.14 },
      ),
      ...[-1, 0, 1].map((n) =>
        shape(
          `Star ${n + 2}`,
          { kind: 'star', points: 5, depth: 0.6 },
          { at: onRing(n * 22, 364), size: 64 },
          { fill: plain(c.main), rotation: 0 - n * 22 },
        ),
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 372], size: 116 },
        { color: plain(c.main), strokeWidth: 1.8 },
      ),
      text(
        'Title',
        capitals(words.title),
        { at: [512, 560], size: [500, 220] },
        { fill: plain(c.main), font: 'Oswald', size: 104, lineHeight: 1.1, letterSpacing: 0.02 },
      ),
    ]),
};

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
      text(
        'Letter',
        capitals([...words.title][0] ?? ''),
        { at: [512, 500], size: [560, 560] },
        { fill: plain(c.main), font: 'Playfair Display', size: 440, lineHeight: 1 },
      ),
      circleText(
        'Title',
        capitals(words.title),
        { size: 700 },
        { fill: plain(c.ink), font: 'Cinzel', size: 72, letterSpacing: 0.1 },
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
        },
      ),
    ]),
};
