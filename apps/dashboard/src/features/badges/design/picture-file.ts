import { addressOf, readPicture as readPixels } from '../../../shared/picture-file.ts';
import { t } from './t.ts';

/** Pixels of the longer side of what is drawn from lines. */
const side = 1_024;

/** A file in base64 as the service takes it: PNG and JPG as they are, SVG as the PNG that this browser draws of it. */
export async function readPicture(file: File): Promise<{ image: string } | { fault: string }> {
  return file.type === 'image/svg+xml' ? drawLines(file) : readPixels(file);
}

/** As an image, in which no script runs and nothing is loaded. */
async function drawLines(file: File): Promise<{ image: string } | { fault: string }> {
  try {
    const picture = new Image();
    picture.src = await addressOf(file);
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const scale = side / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return { image: canvas.toDataURL('image/png').replace(/^[^,]*,/, '') };
  } catch {
    return { fault: t('design.picture.svg') };
  }
}
