import { badge, icon, shape, type TemplateLayer, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { metallicGradient, radialGradient, solid, verticalGradient } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000055', x: 0, y: 12, blur: 32 };
/** Distance from the center of a hexagon to its corners. */
const cell = 52;
const rings = 4;

/** Honeycomb next to the jewel, lines at its edge. Text areas stay empty. */
function comb(accent: string): TemplateLayer[] {
  const steps = Array.from({ length: 2 * rings + 1 }, (_, n) => n - rings);
  const paint = solid(accent);
  return steps
    .flatMap((q) => steps.map((r) => ({ q, r, away: Math.max(...[q, r, q + r].map(Math.abs)) })))
    .map(({ q, r, away }) => ({
      away,
      at: [512 + 1.5 * cell * q, 512 + Math.sqrt(3) * cell * (r + q / 2)] as [number, number],
    }))
    .filter(({ away, at }) => away <= rings && at[1] < 420)
    .map(({ away, at }) =>
      shape(
        'Cell',
        { kind: 'hexagon' },
        { at, size: 2 * cell - 10 },
        {
          ...(away === rings
            ? { stroke: { paint, width: 3 }, opacity: 0.55 }
            : { fill: paint, opacity: 0.16 }),
          rotation: 30,
          group: 'comb',
        },
      ),
    );
}

export const hexagon: Template = {
  id: 'hexagon',
  name: 'Hexagon',
  make: (c, words) => {
    const up = words.logo ? 34 : 0;
    const form = (name: string, size: number, own: object, y = 512) =>
      shape(name, { kind: 'hexagon' }, { at: [512, y], size: [size, size] }, own);
    return badge([
      form('Edge', 1_000, { fill: metallicGradient(c.accent), shadow: lift }),
      form('Groove', 936, { fill: solid(c.deep) }),
      form('Field', 918, { fill: radialGradient(c.main, c.deep) }),
      ...comb(c.accent),
      form('Line', 880, { stroke: { paint: metallicGradient(c.accent), width: 4 } }),
      form('Jewel', 372, { fill: metallicGradient(c.accent), shadow: lift }, 284 - up),
      form('Jewel field', 330, { fill: verticalGradient(c.paper, '#ffffff') }, 284 - up),
      icon(
        'Icon',
        words.icon,
        { at: [512, 284 - up], size: 176 },
        { color: solid(c.main), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 588 - up], size: [640, 216] },
        { fill: solid('#ffffff'), font: 'Montserrat', size: 132, lineHeight: 1.06 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 712 - up], size: [112, 6] },
        { fill: solid(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 784 - up], size: [500, words.logo ? 72 : 90] },
        { fill: solid('#ffffff'), font: 'Montserrat', weight: 400, size: 44, lineHeight: 1.1 },
      ),
      ...(words.logo ? [] : [form('Stone', 64, { fill: metallicGradient(c.accent) }, 884)]),
      ...createLogoPlate(words.logo, 880, metallicGradient(c.accent)),
    ]);
  },
};
