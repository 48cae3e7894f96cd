import {
  type Design,
  type Drawing,
  type DrawnLayer,
  draw,
  fonts,
  type Layer,
  limits,
  pathLength,
  type Supplies,
} from '@insignia/design';
import { isCostly } from '@insignia/design/canvas';
import type { Fault } from './job.ts';

const mostFaults = 20;
// As in other multi-line texts.
const control = /[^\P{Cc}\t\n\r]/u;
const most = limits.drawn;
const tooManyDashes = `makes more than ${most.dashes} dashes and gaps, with those of the layers below: make them longer`;

/** Draws a design completely, or returns what is missing per layer. */
export function drawWhole(
  design: Design,
  supplies: Supplies,
): { drawing: Drawing } | { faults: Fault[] } {
  const texts = design.layers.flatMap((layer) => ('text' in layer ? [layer.text] : []));
  if (texts.join('').length > most.text)
    return tooMuch(`has more than ${most.text} characters of text`);
  const faults: Fault[] = [];
  const layers: Drawing['layers'] = [];
  let length = 0;
  for (const [n, layer] of design.layers.entries()) {
    const drawn = draw({ ...design, layers: [layer] }, supplies);
    const fault = layer.hidden ? undefined : lackOf(layer, drawn.missing);
    if (fault) faults.push({ ...fault, path: `layers.${n}.${fault.path}` });
    length += lengthOf(drawn.layers);
    layers.push(...drawn.layers);
    if (faults.length === mostFaults || length > most.path) break;
  }
  if (faults.length > 0) return { faults };
  const { width, height, background } = design;
  return (
    refused(design, layers, length) ?? {
      drawing: { width, height, background, layers, missing: [] },
    }
  );
}

function refused(
  design: Design,
  layers: Drawing['layers'],
  length: number,
): { faults: Fault[] } | undefined {
  if (length > most.path) return tooMuch('has more outlines than can be drawn');
  let dashes = 0;
  const dashed = layers.find((layer) => {
    dashes += dashesOf(layer);
    return dashes > most.dashes;
  });
  if (dashed) {
    const n = design.layers.findIndex(({ id }) => id === dashed.id);
    return { faults: [{ path: `layers.${n}.stroke.dash`, message: tooManyDashes }] };
  }
  if (layers.filter(isCostly).length <= most.costly) return undefined;
  return tooMuch(
    `has more than ${most.costly} layers with a shadow, or see-through with fill and stroke`,
  );
}

function lengthOf(layers: Drawing['layers']): number {
  return layers.reduce((sum, layer) => sum + ('path' in layer ? layer.path.length : 0), 0);
}

/** Each dash costs as much as a line. */
function dashesOf(layer: DrawnLayer): number {
  if (layer.type !== 'path' || !layer.stroke?.dash) return 0;
  const { dash } = layer.stroke;
  const whole = dash.reduce((all, one) => all + one, 0);
  return whole === 0 ? 0 : (pathLength(layer.path) * dash.length) / whole;
}

function lackOf(layer: Layer, missing: string[]): Fault | undefined {
  if ('font' in layer && !fonts.some(({ font }) => font === layer.font)) {
    const known = fonts.map(({ font }) => font).join(', ');
    return { path: 'font', message: `must be one of ${known}` };
  }
  // Some fonts have glyphs for control characters, which nobody intends.
  if ('text' in layer && control.test(layer.text))
    return { path: 'text', message: 'must not contain control characters' };
  if (missing.length === 0) return undefined;
  if (layer.type === 'icon')
    return { path: 'icon', message: 'is no icon of Tabler’s that is here' };
  const letters = missing.slice(0, 20).join(' ');
  return { path: 'text', message: `no font has ${letters}: write it without` };
}

function tooMuch(message: string): { faults: Fault[] } {
  return { faults: [{ path: 'layers', message: `${message}: take some away` }] };
}
