export {
  createDesignThread,
  type DesignThread,
  type Draw,
  estimateDrawing,
  PDF_MS,
} from './design-thread.ts';
export type { FilledPath, FlatDrawing, Matrix, PlacedPicture } from './flat-drawing.ts';
export { createFlatThread, type FlatThread } from './flat-thread.ts';
export type { DesignError, RenderedImage } from './job.ts';
