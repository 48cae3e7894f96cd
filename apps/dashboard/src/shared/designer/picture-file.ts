import { t } from '../../messages/en/design.ts';
import {
  MAX_PICTURE_BYTES,
  readAsDataUrl,
  readPictureFile as readPixels,
  stripDataPrefix,
} from '../picture-file.ts';
import { t as tCommon } from '../t.ts';

type PictureResult = { image: string } | { error: string };

/** Limit for pictures sent unchanged. */
const MAX_PIXELS = 25_000_000;
/** Larger pictures may exhaust the browser's memory. */
const MAX_BYTES_TO_SHRINK = 100 * 1024 * 1024;
/** Pixels of the longer side: for vector files, and steps for shrinking. */
const sides = {
  layer: { drawn: 1_024, steps: [2_048, 1_024] },
  background: { drawn: 2_480, steps: [3_508, 2_480, 1_240] },
};
export type PictureUse = keyof typeof sides;

/** Reads a file as base64: unchanged if the service accepts it, else converted and shrunk. */
export async function prepareDesignPicture(file: File, use: PictureUse): Promise<PictureResult> {
  if (use === 'background' && file.type === 'application/pdf') return readPdf(file);
  if (file.type === 'image/svg+xml') return drawLines(file, sides[use].drawn);
  if (file.size > MAX_BYTES_TO_SHRINK) return { error: t('design.picture.huge') };
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { error: t('design.picture.broken') };
  try {
    const isFit = file.size <= MAX_PICTURE_BYTES && picture.width * picture.height <= MAX_PIXELS;
    const read = isFit ? await readPixels(file) : undefined;
    return read && 'image' in read
      ? read
      : shrink(picture, file.type === 'image/jpeg', sides[use].steps);
  } finally {
    // A photo takes a hundred megabytes of memory.
    picture.close();
  }
}

/** The service draws its first page. */
async function readPdf(file: File): Promise<PictureResult> {
  if (file.size > MAX_PICTURE_BYTES) return { error: t('design.picture.hugePdf') };
  try {
    return { image: stripDataPrefix(await readAsDataUrl(file)) };
  } catch {
    return { error: tCommon('picture.unreadable') };
  }
}

/** JPG for photos, which have no transparency. */
function shrink(picture: ImageBitmap, isPhoto: boolean, steps: readonly number[]): PictureResult {
  for (const longest of steps) {
    const canvas = drawOnCanvas(picture, picture, Math.min(longest / getLongerSide(picture), 1));
    const image = stripDataPrefix(canvas.toDataURL(isPhoto ? 'image/jpeg' : 'image/png', 0.92));
    if (image.length * 0.75 <= MAX_PICTURE_BYTES) return { image };
  }
  return { error: t('design.picture.huge') };
}

/** As an image element: no scripts run and nothing is loaded. */
async function drawLines(file: File, side: number): Promise<PictureResult> {
  try {
    const picture = new Image();
    picture.src = await readAsDataUrl(file);
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height === 0) return { error: t('design.picture.svg') };
    const canvas = drawOnCanvas(
      picture,
      { width, height },
      side / getLongerSide({ width, height }),
    );
    return { image: stripDataPrefix(canvas.toDataURL('image/png')) };
  } catch {
    return { error: t('design.picture.svg') };
  }
}

type Size = { width: number; height: number };
const getLongerSide = ({ width, height }: Size) => Math.max(width, height);

function drawOnCanvas(picture: CanvasImageSource, size: Size, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
