import { isBlank } from '@insignia/design/canvas';
import { type Encoded, encodeJpeg, encodePng, encodeSize } from './encode.ts';
import { inspect, type Least, tooSmall } from './inspect.ts';
import { type Pixels, readPixels } from './pixels.ts';
import {
  damaged,
  decodeBase64,
  isPaper,
  type Refusal,
  type Shape,
  unseen,
  unseenOnPaper,
} from './rules.ts';
import { inTurn } from './turns.ts';

/**
 * `keepFormat` keeps JPG. `mustShow` refuses invisible pictures, for example on white paper.
 * `dropClear` reduces an invisible picture to one transparent pixel.
 */
export type Requirements = {
  keepFormat?: boolean;
  mustShow?: boolean | 'on-paper';
  dropClear?: boolean;
  least?: Least;
};

export type Normalised = Encoded & { sizes: { side: number; image: Encoded }[] };

const clearPixel: Pixels = { width: 1, height: 1, channels: 4, data: Buffer.alloc(4) };

/** Pixels of the longer side, for pages and for lists and emails. */
const sizes = [512, 128] as const;

/**
 * Decodes and re-encodes an upload, so that only pixels remain: at most 1,024 px per side and 1
 * MiB, plus smaller versions. Takes at most a second, almost none of it on the event loop.
 */
export async function normaliseImage(
  text: string,
  { keepFormat = false, mustShow = false, dropClear = false, least }: Requirements,
): Promise<Normalised | Refusal> {
  const bytes = decodeBase64(text);
  if ('refused' in bytes) return bytes;
  const found = inspect(bytes);
  if ('refused' in found) return found;
  const { shape, plain } = found;
  const small = least && tooSmall(shape, least);
  if (small) return small;
  return inTurn(async () => {
    const pixels = await readPixels(plain, shape).catch(() => undefined);
    if (!pixels) return damaged;
    const nothing = mustShow && nothingIn(pixels, mustShow);
    if (nothing) return nothing;
    if (dropClear && isClear(pixels)) return encodeDrawn(clearPixel);
    const isJpeg = keepFormat && shape.format === 'jpeg';
    return withSizes(pixels, await (isJpeg ? encodeJpeg(pixels) : encodePng(pixels, shape)));
  });
}

function nothingIn(pixels: Pixels, mustShow: Requirements['mustShow']): Refusal | undefined {
  if (isClear(pixels)) return unseen;
  return mustShow === 'on-paper' && isPaper(pixels) ? unseenOnPaper : undefined;
}

function isClear({ channels, data }: Pixels): boolean {
  return channels === 4 && isBlank(data);
}

/** Like `normaliseImage`, for rendered pixels of bounded size. */
export async function encodeDrawn(pixels: Pixels): Promise<Normalised> {
  const { width, height } = pixels;
  const plain = { depth: 8, isInterlaced: false, scans: 1 } as const;
  const shape: Shape = { format: 'png', width, height, colours: 'srgb', bytes: 4, ...plain };
  return withSizes(pixels, await encodePng(pixels, shape));
}

async function withSizes(pixels: Pixels, image: Encoded): Promise<Normalised> {
  const smaller = [];
  for (const side of sizes)
    if (side < Math.max(image.width, image.height))
      smaller.push({ side, image: await encodeSize(pixels, side, image.mediaType) });
  return { ...image, sizes: smaller };
}
