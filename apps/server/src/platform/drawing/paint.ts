import type { Drawing } from '@insignia/design';
import {
  type CanvasTools,
  type DrawingContext,
  isCostly,
  paintDrawing,
} from '@insignia/design/canvas';
import {
  type Canvas,
  createCanvas,
  type Image,
  loadImage,
  Path2D,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import type { RenderedImage } from './job.ts';

/**
 * Layers with a canvas of their own before the sheet is settled, because it keeps a copy of each.
 */
const MAX_SEPARATE_CANVASES = 4;

/** Uses Skia, as Chrome's canvas does, so the pixels are the same. */
export async function paintDesign(
  drawing: Drawing,
  files: ReadonlyMap<string, Uint8Array>,
  side: number,
): Promise<RenderedImage> {
  const scale = side / Math.max(drawing.width, drawing.height);
  const [width, height] = [drawing.width, drawing.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  const pictures = new Map<string, Image>();
  const sheet = createPaintSurface(width, height, scale);
  const tools = createCanvasTools();
  const put = (part: Pick<Drawing, 'background' | 'layers'>): void =>
    paintDrawing(sheet.context(), { ...drawing, ...part }, pictures, tools);
  try {
    for (const [cid, bytes] of files) pictures.set(cid, await loadImage(Buffer.from(bytes)));
    put({ background: drawing.background, layers: [] });
    let aside = 0;
    for (const layer of drawing.layers) {
      put({ background: undefined, layers: [layer] });
      if (isCostly(layer) && ++aside % MAX_SEPARATE_CANVASES === 0) sheet.settle();
    }
    return { data: sheet.pixels(), width, height };
  } finally {
    for (const image of pictures.values()) image.src = '';
    sheet.free();
    tools.free();
  }
}

/** The canvas that a design is painted on. */
type PaintSurface = {
  /** Scaled to units of the design. */
  context: () => DrawingContext;
  /** A canvas retains every picture drawn on it. Copying it keeps only the pixels. */
  settle: () => void;
  pixels: () => Uint8Array;
  free: () => void;
};

function createPaintSurface(width: number, height: number, scale: number): PaintSurface {
  const blank = (): { canvas: Canvas; context: SKRSContext2D } => {
    const canvas = createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  };
  let now = blank();
  now.context.scale(scale, scale);
  return {
    context: () => now.context as unknown as DrawingContext,
    settle() {
      const settled = blank();
      settled.context.drawImage(now.canvas, 0, 0);
      settled.context.scale(scale, scale);
      freeCanvas(now.canvas);
      now = settled;
    },
    pixels: () => new Uint8Array(now.context.getImageData(0, 0, width, height).data),
    free: () => freeCanvas(now.canvas),
  };
}

function createCanvasTools(): CanvasTools & { free: () => void } {
  const canvases: Canvas[] = [];
  const make = (width: number, height: number): Canvas => {
    const canvas = createCanvas(width, height);
    canvases.push(canvas);
    return canvas;
  };
  const besides: Canvas[] = [];
  let nth = 0;
  return {
    canvas(width, height) {
      const canvas = make(width, height);
      return { canvas, context: canvas.getContext('2d') as unknown as DrawingContext };
    },
    /** Two are in use at a time. More would stay in memory until the design is done. */
    createCanvas(width, height) {
      const at = nth++ % 2;
      const canvas = besides[at] ?? make(width, height);
      besides[at] = canvas;
      const context = canvas.getContext('2d');
      context.reset();
      return { canvas, context: context as unknown as DrawingContext };
    },
    path: (data) => new Path2D(data),
    scaled: new WeakMap(),
    free: () => canvases.forEach(freeCanvas),
  };
}

/** Frees memory immediately: V8 doesn't see its size and would let it accumulate. */
function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
}
