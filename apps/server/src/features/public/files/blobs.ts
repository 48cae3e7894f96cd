import { Problem } from '../../../kernel/problem.ts';
import { ByteCache } from '../../../platform/byte-cache.ts';
import { loadSharp } from '../../../platform/images/index.ts';
import type { JobFile } from '../../../platform/typeset/index.ts';
import type { HasPictures } from './deps.ts';
import { flatPalette } from './palette.ts';

export async function blobOf({ images }: HasPictures, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}

type Box = { width: number; height: number };

/**
 * The same at the size in pixels that it is drawn at, in few colours. Both are done once for all credentials with the picture: a
 * renderer that gets it larger scales it for each of them, and worse.
 */
export async function fittedFile(
  deps: HasPictures,
  cid: string,
  box: Box,
  isGrey = false,
): Promise<JobFile> {
  const id = `${box.width}x${box.height}${isGrey ? ' grey' : ''} ${cid}`;
  return {
    id,
    bytes: await changed.get(id, async () => fit(await blobOf(deps, cid), box, isGrey)),
  };
}

async function fit(picture: Buffer, box: Box, isGrey: boolean): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture)
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .grayscale(isGrey)
    .png(flatPalette)
    .toBuffer();
}

/** A picture for a template, in gray for revoked and expired credentials. */
export async function fileOf(deps: HasPictures, cid: string, isGrey = false): Promise<JobFile> {
  const bytes = await blobOf(deps, cid);
  if (!isGrey) return { id: cid, bytes };
  return { id: `grey ${cid}`, bytes: await changed.get(`grey ${cid}`, () => greyed(bytes)) };
}

// To make one takes some milliseconds, and credentials of a badge share it.
const changed = new ByteCache(2 * 1024 * 1024);

async function greyed(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture).grayscale().png().toBuffer();
}
