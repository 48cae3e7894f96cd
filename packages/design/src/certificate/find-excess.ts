import { countDashes } from '../draw/drawing.ts';
import { certificateLimits } from '../limits.ts';
import { certificateShapePath, isFineShape } from './certificate-shape.ts';
import {
  type CertificateLayer,
  type CertificateLayerOf,
  type DesignError,
  type DesignSides,
  listCertificatePictures,
} from './schema.ts';

const { pictures, fineShapes, petals, radialGradients, dashes, strokeWidth } = certificateLimits;

/**
 * A design saved before a limit may exceed it this many times. Drawing can't be stopped, so one that
 * exceeds it further isn't drawn, however it was saved.
 */
const MAX_TIMES = 4;

/** A number that all layers of a design add to. */
type Cost = {
  max: number;
  /** The maximum for designs saved before the limit. By default a multiple of `max`. */
  maxSaved?: number;
  count: (layer: CertificateLayerOf<'shape'>) => number;
  /** Member of the layer with which the sum exceeds the maximum. Undefined if any could be changed. */
  member?: string;
  message: string;
};

const costs = {
  fineShapes: {
    max: fineShapes,
    count: ({ shape }) => Number(isFineShape(shape)),
    message: `must have at most ${fineShapes} guilloches and rosettes`,
  },
  petals: {
    max: petals,
    count: ({ shape }) =>
      shape.kind === 'rosette' ? shape.petals * shape.strands * shape.rings.length : 0,
    message: `must have at most ${petals} petals in the strands and rings of all rosettes. Use fewer petals, strands or rings`,
  },
  radialGradients: {
    max: radialGradients,
    count: ({ fill, stroke }) =>
      [fill, stroke?.paint].filter((paint) => paint?.type === 'radial').length,
    message: `must have at most ${radialGradients} radial gradients. Use linear gradients or colors instead`,
  },
  strokeWidth: {
    max: 0,
    maxSaved: MAX_TIMES * strokeWidth,
    count: ({ stroke }) => (stroke && stroke.width > strokeWidth ? stroke.width : 0),
    member: 'stroke.width',
    message: `must be at most ${strokeWidth}. Use a shape with a fill instead`,
  },
  dashes: {
    max: dashes,
    count: ({ shape, width, height, stroke }) =>
      stroke?.dash ? countDashes(certificateShapePath(shape, width, height), stroke) : 0,
    member: 'stroke.dash',
    message: `has more than ${dashes} dashes and gaps, including the layers below. Make them longer`,
  },
} as const satisfies Record<string, Cost>;

/** `ids`: the layers that count. */
export type DesignExcess = DesignError & { limit: 'pictures' | keyof typeof costs; ids: string[] };

/**
 * The first limit that a design exceeds. Earlier releases saved designs without some of the limits,
 * so a design may exceed them as far as `prior`, its saved version.
 */
export function findExcess(design: DesignSides, prior?: DesignSides): DesignExcess | undefined {
  const used = listCertificatePictures(design).length;
  const saved = prior ? listCertificatePictures(prior).length : 0;
  if (used > Math.min(Math.max(pictures, saved), MAX_TIMES * pictures)) {
    const ids = listLayers(design).flatMap(({ layer }) =>
      layer.type === 'picture' ? [layer.id] : [],
    );
    return { limit: 'pictures', ...whole, message: `must have at most ${pictures} pictures`, ids };
  }
  for (const [limit, cost] of Object.entries(costs) as [keyof typeof costs, Cost][]) {
    const found = findCostExcess(cost, design, prior);
    if (found) return { limit, ...found };
  }
  return undefined;
}

/** False if drawing the design could take minutes. */
export const isDrawable = (design: DesignSides): boolean =>
  findExcess(design, design) === undefined;

const whole = { path: 'layers' };

function findCostExcess(
  { max, maxSaved = MAX_TIMES * max, count, member, message }: Cost,
  design: DesignSides,
  prior: DesignSides | undefined,
): (DesignError & { ids: string[] }) | undefined {
  const counted = countEach(design, count);
  const sum = (all: typeof counted) => all.reduce((total, each) => total + each.count, 0);
  if (sum(counted) <= max) return undefined;
  // Sums in another order differ in their last digits.
  const saved = prior ? sum(countEach(prior, count)) + 1e-6 : 0;
  const allowed = Math.min(Math.max(max, saved), maxSaved);
  let total = 0;
  const first = counted.find((each) => {
    total += each.count;
    return total > allowed;
  });
  if (!first) return undefined;
  const place = member ? { path: `${first.path}.${member}` } : whole;
  return { ...place, message, ids: counted.map(({ id }) => id) };
}

/** Layers that count, from the bottom up. */
const countEach = (design: DesignSides, count: Cost['count']) =>
  listLayers(design).flatMap(({ path, layer }) => {
    const own = layer.type === 'shape' ? count(layer) : 0;
    return own > 0 ? [{ path, id: layer.id, count: own }] : [];
  });

function listLayers({ layers, back }: DesignSides): { path: string; layer: CertificateLayer }[] {
  const sides = { layers, 'back.layers': back?.layers ?? [] };
  return Object.entries(sides).flatMap(([path, all]) =>
    all.map((layer, n) => ({ path: `${path}.${n}`, layer })),
  );
}
