export {
  createDesignThread,
  type DesignThread,
  type Draw,
  estimateDrawing,
} from './design-thread.ts';
export type { DesignError, RenderedImage } from './job.ts';
