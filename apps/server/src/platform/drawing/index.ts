export {
  createDesignThread,
  type DesignThread,
  type Draw,
  estimateDrawing,
  PDF_MS,
} from './design-thread.ts';
export type { DesignError, RenderedImage } from './job.ts';
