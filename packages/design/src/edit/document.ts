import { cardLimits, certificateLimits, designLimits } from '../limits.ts';

/** A layer of any kind of design. */
export type EditableLayer = {
  id: string;
  name: string;
  type: string;
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: number;
  locked: boolean;
  hidden: boolean;
  group?: string | undefined;
};

/**
 * A badge's design, one side of a certificate's, or a share card. Operations return the kind they
 * were given.
 */
export type LayerDocument<L extends EditableLayer = EditableLayer> = {
  kind: 'badge' | 'certificate' | 'card';
  width: number;
  height: number;
  /** From the bottom up. */
  layers: readonly L[];
};
export type LayerIn<D extends LayerDocument> = D['layers'][number];

/** Layers with the type that the design's kind has. */
export const listLayers = <D extends LayerDocument>({ layers }: D): readonly LayerIn<D>[] => layers;

type Range = { min: number; max: number };
type DocumentLimits = { layers: number; text: number; position: Range; size: Range };

const { extent, layers, text } = designLimits;
export const documentLimits: Record<LayerDocument['kind'], DocumentLimits> = {
  badge: {
    ...{ layers, text },
    ...{ position: { min: -extent, max: extent }, size: { min: 0.1, max: extent } },
  },
  certificate: certificateLimits,
  card: cardLimits,
};
