/**
 * The part of CanvasRenderingContext2D that painting uses, so that browsers and canvas libraries
 * both fit.
 */
export type DrawingContext = {
  readonly canvas: { readonly width: number; readonly height: number };
  globalAlpha: number;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: 'bevel' | 'miter' | 'round';
  lineCap: 'butt' | 'round' | 'square';
  shadowColor: string;
  shadowOffsetX: number;
  shadowOffsetY: number;
  shadowBlur: number;
  imageSmoothingQuality: 'high' | 'low' | 'medium';
  save(): void;
  restore(): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  getTransform(): { a: number; b: number; c: number; d: number; e: number; f: number };
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  resetTransform(): void;
  clip(path: object): void;
  fill(path: object): void;
  stroke(path: object): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  setLineDash(lengths: number[]): void;
  drawImage(image: object, x: number, y: number): void;
  drawImage(image: object, x: number, y: number, width: number, height: number): void;
  createLinearGradient(x1: number, y1: number, x2: number, y2: number): Gradient;
  createRadialGradient(
    x1: number,
    y1: number,
    r1: number,
    x2: number,
    y2: number,
    r2: number,
  ): Gradient;
};

export type Gradient = { addColorStop(at: number, color: string): void };

export type CanvasTools = {
  /** A blank canvas that stays valid. */
  canvas: (width: number, height: number) => { canvas: object; context: DrawingContext };
  /**
   * A blank canvas of the painted size. Only the last two are in use, so implementations may
   * recycle the others.
   */
  createCanvas: (width: number, height: number) => { canvas: object; context: DrawingContext };
  /** Parses SVG path data. */
  path: (data: string) => object;
  /** Copies of pictures at the sizes in use, because dragging repaints layers. Starts empty. */
  scaled: WeakMap<Picture, ScaledPicture>;
};

export type PictureLevel = { canvas: object; width: number; height: number };

/**
 * A picture and its halvings. Sizes in use also have a copy with the edge colors extended outward.
 */
export type ScaledPicture = {
  halves: [PictureLevel, ...PictureLevel[]];
  levels: Map<number, PictureLevel>;
};

/** Pictures by content address. Deleted and still loading pictures are absent. */
export type Pictures = ReadonlyMap<string, Picture>;
export type Picture = { readonly naturalWidth: number; readonly naturalHeight: number };

/** Alpha of 255 below which a pixel is invisible. */
const MIN_VISIBLE_ALPHA = 8;

/** Takes RGBA pixels. */
export function isBlank(pixels: Uint8Array | Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4)
    if ((pixels[alpha] ?? 0) >= MIN_VISIBLE_ALPHA) return false;
  return true;
}
