/** What is used of a 2D context, as browsers have it and libraries for other programs. */
export type Context = {
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

/** Makes what contexts take. */
export type Tools = {
  /** A canvas with nothing on it, to be kept. */
  canvas: (width: number, height: number) => { canvas: object; context: Context };
  /** One of the size of what is painted; the last but one of them is needed no longer. */
  beside: (width: number, height: number) => { canvas: object; context: Context };
  /** Of SVG path data. */
  path: (data: string) => object;
};

/** By content address; a picture that is gone or has not come is not there. */
export type Pictures = ReadonlyMap<string, Picture>;
export type Picture = { readonly naturalWidth: number; readonly naturalHeight: number };
