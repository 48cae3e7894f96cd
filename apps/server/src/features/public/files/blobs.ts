import { Problem } from '../../../kernel/problem.ts';
import type { HasPictures } from './deps.ts';

export async function blobOf({ images }: HasPictures, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}

/** As what is revoked or expired is shown. */
export async function greyed(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture).grayscale().png().toBuffer();
}
