import { Problem } from '../../../kernel/problem.ts';
import { ByteCache } from '../../../platform/byte-cache.ts';
import type { JobFile } from '../../../platform/typeset/index.ts';
import type { HasPictures } from './deps.ts';

export async function blobOf({ images }: HasPictures, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}

/** A picture for a template; grey as what is revoked or expired is shown. */
export async function fileOf(deps: HasPictures, cid: string, isGrey = false): Promise<JobFile> {
  const bytes = await blobOf(deps, cid);
  if (!isGrey) return { id: cid, bytes };
  return { id: `grey ${cid}`, bytes: await grey.get(cid, () => greyed(bytes)) };
}

// To make one takes some milliseconds, and a badge's certificates expire together.
const grey = new ByteCache(2 * 1024 * 1024);

async function greyed(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture).grayscale().png().toBuffer();
}
