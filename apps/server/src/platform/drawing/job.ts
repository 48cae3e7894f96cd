import type { Design } from '@insignia/design';

export type RenderJob = DesignJob | PdfJob;

export type DesignJob = {
  design: Design;
  /** PNG or JPG by the address in the design. */
  pictures: ReadonlyMap<string, Uint8Array>;
  /** Length of the longer side, in pixels. */
  side: number;
};

/** The first page of a PDF, on white. `side` as above. */
export type PdfJob = { pdf: Uint8Array; side: number };

/** RGBA, not premultiplied. */
export type RenderedImage = { data: Uint8Array; width: number; height: number };
/** A missing resource: its place in the design and the remedy. */
export type DesignError = { path: string; message: string };
export type RenderResult = RenderedImage | { errors: DesignError[] } | { error: string };
