import {
  addressOf,
  dataIn,
  mostBytes,
  readPicture as readPixels,
} from '../../../shared/picture-file.ts';
import { t } from './t.ts';

type Read = { image: string } | { fault: string };

/** Limit for pictures sent unchanged. */
const mostPixels = 25_000_000;
/** Larger pictures may exhaust the browser's memory. */
const mostToShrink = 100 * 1024 * 1024;
/** Pixels of the longer side: for vector files, and steps for shrinking. */
const [side, sharper] = [1_024, [2_048, 1_024]];

/** Reads a file as base64: unchanged if the service accepts it, else converted and shrunk. */
export async function readPicture(file: File): Promise<Read> {
  if (file.type === 'image/svg+xml') return drawLines(file);
  if (file.size > mostToShrink) return { fault: t('design.picture.huge') };
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { fault: t('design.picture.broken') };
  try {
    const isFit = file.size <= mostBytes && picture.width * picture.height <= mostPixels;
    const read = isFit ? await readPixels(file) : undefined;
    return read && 'image' in read ? read : shrink(picture, file.type === 'image/jpeg');
  } finally {
    // A photo takes a hundred megabytes of memory.
    picture.close();
  }
}

/** JPG for photos, which have no transparency. */
function shrink(picture: ImageBitmap, isPhoto: boolean): Read {
  for (const longest of sharper) {
    const canvas = canvasOf(picture, picture, Math.min(longest / longerOf(picture), 1));
    const image = dataIn(canvas.toDataURL(isPhoto ? 'image/jpeg' : 'image/png', 0.92));
    if (image.length * 0.75 <= mostBytes) return { image };
  }
  return { fault: t('design.picture.huge') };
}

/** As an image element: no scripts run and nothing is loaded. */
async function drawLines(file: File): Promise<Read> {
  try {
    const picture = new Image();
    picture.src = await addressOf(file);
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height === 0) return { fault: t('design.picture.svg') };
    const canvas = canvasOf(picture, { width, height }, side / longerOf({ width, height }));
    return { image: dataIn(canvas.toDataURL('image/png')) };
  } catch {
    return { fault: t('design.picture.svg') };
  }
}

type Size = { width: number; height: number };
const longerOf = ({ width, height }: Size) => Math.max(width, height);

function canvasOf(picture: CanvasImageSource, size: Size, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
