import {
  type Canvas,
  createCanvas,
  type Image,
  loadImage,
  Path2D,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import type { FlatDrawing, PlacedPicture } from './flat-drawing.ts';

/** Skia would leave out pixels of pictures that become much smaller. */
const MIN_SCALE = 0.6;

/** Paints on one canvas: its memory would cost as much CPU as painting. */
export class FlatPainter {
  #canvas: Canvas | undefined;

  /** RGBA without transparent pixels. */
  async paint({ width, height, parts }: FlatDrawing): Promise<Buffer> {
    if (this.#canvas?.width !== width || this.#canvas.height !== height) this.free();
    this.#canvas ??= createCanvas(width, height);
    const context = this.#canvas.getContext('2d');
    // The canvas would retain its pictures.
    context.reset();
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    const pictures: Image[] = [];
    try {
      for (const part of parts) {
        context.setTransform(...part.matrix);
        if ('path' in part) {
          context.fillStyle = part.color;
          context.fill(new Path2D(part.path));
        } else {
          const picture = await loadImage(part.bytes);
          pictures.push(picture);
          placePicture(context, picture, part);
        }
      }
      return this.#canvas.data();
    } finally {
      for (const picture of pictures) picture.src = '';
    }
  }

  free(): void {
    if (this.#canvas) this.#canvas.width = 1;
    this.#canvas = undefined;
  }
}

function placePicture(
  context: SKRSContext2D,
  picture: Image,
  { matrix, width, height }: PlacedPicture,
): void {
  const scale = Math.min(
    (width * matrix[0]) / picture.width,
    (height * matrix[3]) / picture.height,
  );
  if (scale < MIN_SCALE) throw new Error('a picture is too large for its place');
  context.drawImage(picture, 0, 0, width, height);
}
