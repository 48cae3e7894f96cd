import {
  countDashes,
  type Design,
  type Drawing,
  type DrawingResources,
  designLimits,
  draw,
  fonts,
  type Layer,
} from '@insignia/design';
import { isCostly } from '@insignia/design/canvas';
import type { DesignError } from './job.ts';

const MAX_ERRORS = 20;
// As in other multi-line texts.
const control = /[^\P{Cc}\t\n\r]/u;
const drawnLimits = designLimits.drawn;
const tooManyDashes = `has more than ${drawnLimits.dashes} dashes and gaps, including the layers below. Make them longer`;

/** Draws a design completely, or returns what is missing per layer. */
export function drawComplete(
  design: Design,
  supplies: DrawingResources,
): { drawing: Drawing } | { errors: DesignError[] } {
  const texts = design.layers.flatMap((layer) => ('text' in layer ? [layer.text] : []));
  if (texts.join('').length > drawnLimits.text)
    return toLimitError(`has more than ${drawnLimits.text} characters of text`);
  const errors: DesignError[] = [];
  const layers: Drawing['layers'] = [];
  let length = 0;
  for (const [n, layer] of design.layers.entries()) {
    const drawn = draw({ ...design, layers: [layer] }, supplies);
    const error = layer.hidden ? undefined : findMissingPart(layer, drawn.missing);
    if (error) errors.push({ ...error, path: `layers.${n}.${error.path}` });
    length += measureLayers(drawn.layers);
    layers.push(...drawn.layers);
    if (errors.length === MAX_ERRORS || length > drawnLimits.path) break;
  }
  if (errors.length > 0) return { errors };
  const { width, height, background } = design;
  return (
    findDesignErrors(design, layers, length) ?? {
      drawing: { width, height, background, layers, missing: [] },
    }
  );
}

function findDesignErrors(
  design: Design,
  layers: Drawing['layers'],
  length: number,
): { errors: DesignError[] } | undefined {
  if (length > drawnLimits.path) return toLimitError('has more outlines than can be drawn');
  let dashes = 0;
  const dashed = layers.find((layer) => {
    dashes += layer.type === 'path' ? countDashes(layer.path, layer.stroke) : 0;
    return dashes > drawnLimits.dashes;
  });
  if (dashed) {
    const n = design.layers.findIndex(({ id }) => id === dashed.id);
    return { errors: [{ path: `layers.${n}.stroke.dash`, message: tooManyDashes }] };
  }
  if (layers.filter(isCostly).length <= drawnLimits.costly) return undefined;
  return toLimitError(
    `has more than ${drawnLimits.costly} layers with a shadow, or transparent layers with fill and stroke`,
  );
}

function measureLayers(layers: Drawing['layers']): number {
  return layers.reduce((sum, layer) => sum + ('path' in layer ? layer.path.length : 0), 0);
}

function findMissingPart(layer: Layer, missing: string[]): DesignError | undefined {
  if ('font' in layer && !fonts.some(({ font }) => font === layer.font)) {
    const known = fonts.map(({ font }) => font).join(', ');
    return { path: 'font', message: `must be one of ${known}` };
  }
  // Some fonts have glyphs for control characters, which nobody intends.
  if ('text' in layer && control.test(layer.text))
    return { path: 'text', message: 'must not contain control characters' };
  if (missing.length === 0) return undefined;
  if (layer.type === 'icon') return { path: 'icon', message: "isn't an available Tabler icon" };
  const characters = missing.slice(0, 20).join(' ');
  return { path: 'text', message: `no font contains ${characters}. Remove these characters` };
}

function toLimitError(message: string): { errors: DesignError[] } {
  return { errors: [{ path: 'layers', message: `${message}. Remove some` }] };
}
