import { Problem } from '../../../kernel/problem.ts';
import { ByteCache } from '../../../platform/byte-cache.ts';
import { loadSharp } from '../../../platform/images/index.ts';
import type { JobFile } from '../../../platform/typeset/index.ts';
import type { PictureDeps } from './deps.ts';
import { flatPalette } from './palette.ts';

export async function loadPicture({ images }: PictureDeps, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}

type PictureBox = { width: number; height: number };

/**
 * Returns the picture in few colors, at the size in pixels at which it is drawn. Both steps run
 * once for all credentials with the picture: a renderer that gets a larger one scales it each time,
 * with a worse result.
 */
export async function loadFittedPicture(
  deps: PictureDeps,
  cid: string,
  box: PictureBox,
  isGrey = false,
): Promise<JobFile> {
  const id = `${box.width}x${box.height}${isGrey ? ' grey' : ''} ${cid}`;
  return {
    id,
    bytes: await changedPictures.get(id, async () =>
      fitPicture(await loadPicture(deps, cid), box, isGrey),
    ),
  };
}

async function fitPicture(picture: Buffer, box: PictureBox, isGrey: boolean): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture)
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .grayscale(isGrey)
    .png(flatPalette)
    .toBuffer();
}

/** A picture for a template, in gray for revoked and expired credentials. */
export async function loadPictureFile(
  deps: PictureDeps,
  cid: string,
  isGrey = false,
): Promise<JobFile> {
  const bytes = await loadPicture(deps, cid);
  if (!isGrey) return { id: cid, bytes };
  return {
    id: `grey ${cid}`,
    bytes: await changedPictures.get(`grey ${cid}`, () => toGrayscale(bytes)),
  };
}

// Making a picture takes some milliseconds, and credentials of a badge share it.
const changedPictures = new ByteCache(2 * 1024 * 1024);

async function toGrayscale(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture).grayscale().png().toBuffer();
}
