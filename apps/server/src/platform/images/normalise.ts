import type { Sharp } from 'sharp';
import { decodeBase64, type Format, inspect, type Refusal } from './rules.ts';

export type Normalised = {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
};

const maxPixels = 25_000_000;
const maxSide = 1_024;
const maxStored = 1024 * 1024;

/** Decodes and re-encodes what a user sent, so that only pixels remain: at most 1,024 px a side and 1 MiB. */
export async function normaliseImage(
  text: string,
  keepFormat: boolean,
): Promise<Normalised | Refusal> {
  const bytes = decodeBase64(text);
  if ('refused' in bytes) return bytes;
  const format = inspect(bytes);
  if (typeof format === 'object') return format;
  // Loaded at first use: the library's 30 MB are not needed to start.
  const { default: sharp } = await import('sharp');
  const open = (): Sharp =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', animated: false });
  try {
    const { width, height } = await open().metadata();
    if (width * height > maxPixels) return { refused: 'must have at most 25 megapixels' };
    return await encode(open, keepFormat ? format : 'png');
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit/i.test(message)) return { refused: 'must have at most 25 megapixels' };
    return { refused: 'is damaged or not a PNG or JPG that can be read' };
  }
}

/** Shrinks step by step until it fits; a palette comes before fewer pixels. */
async function encode(open: () => Sharp, format: Format): Promise<Normalised> {
  for (const { side, palette } of [
    { side: maxSide, palette: false },
    { side: maxSide, palette: true },
    { side: 768, palette: true },
    { side: 512, palette: true },
  ]) {
    const sized = open()
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded =
      format === 'png'
        ? sized.png({ compressionLevel: 9, palette })
        : sized.jpeg({ quality: palette ? 75 : 88, mozjpeg: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    if (data.length <= maxStored)
      return {
        bytes: data,
        mediaType: format === 'png' ? 'image/png' : 'image/jpeg',
        width: info.width,
        height: info.height,
      };
  }
  throw new Error('does not fit');
}
