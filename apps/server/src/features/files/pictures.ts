import { bakePng } from '@insignia/openbadges';
import {
  type ImageStore,
  loadPicture,
  loadSharp,
  readColorJpegSize,
  readPictureShape,
  runImageWork,
} from '../../platform/images/index.ts';
import { ByteCache } from '../../platform/memory/byte-cache.ts';
import { toBuffer } from '../../platform/memory/own-memory.ts';
import type { JobFile } from '../../platform/typeset/index.ts';
import type { Documents } from '../documents/index.ts';
import type { PublishedCredential } from '../published/index.ts';

export type PictureDeps = { images: Pick<ImageStore, 'get'> };

/**
 * Without dithering, paper stays pure white. Dithering adds a tint where the palette's white is off
 * by one, and enlarges the file. The fastest search finds equally good colors.
 */
export const flatPalette = { palette: true, effort: 1, dither: 0 } as const;

export type PictureBox = { width: number; height: number };

/** Finding colors takes a second for a picture that covers a sheet. Such a picture keeps all of its colors. */
const MAX_PALETTE_PIXELS = 160_000;

/**
 * Returns the picture at the size in pixels at which it is drawn, in few colors if it is small. Both
 * steps run once for all credentials with the picture: a renderer that gets a larger one scales it
 * each time, with a worse result.
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

/** Loads a picture that covers the box, in all of its colors. */
export async function loadCoveringPicture(
  deps: PictureDeps,
  cid: string,
  box: PictureBox,
): Promise<JobFile> {
  const id = `over ${box.width}x${box.height} ${cid}`;
  return {
    id,
    bytes: await changedPictures.get(id, async () => {
      const sharp = await loadSharp();
      return sharp(await loadPicture(deps, cid))
        .resize({ ...box, fit: 'outside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
        .toBuffer();
    }),
  };
}

async function fitPicture(picture: Buffer, box: PictureBox, isGrey: boolean): Promise<Buffer> {
  const sharp = await loadSharp();
  const fitted = sharp(picture)
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .grayscale(isGrey);
  if (box.width * box.height <= MAX_PALETTE_PIXELS) return fitted.png(flatPalette).toBuffer();
  return readColorJpegSize(picture)
    ? fitted.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
    : fitted.png({ compressionLevel: 2 }).toBuffer();
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

const SMALL_PICTURE_BYTES = 32 * 1024;
/** Larger pictures are backgrounds of whole pages. */
const MAX_LAYER_SIDE = 1_024;
// More than all pictures of a certificate: with less, none would still be there for the next one.
const reducedPictures = new ByteCache(8 * 1024 * 1024);

/** Pixels of the longer side, that of pictures for whole pages, and quality of JPGs. */
export type Reduction = { side: number; pageSide: number; quality: number };

/**
 * The picture in fewer bytes: without transparency as a JPG. Typst compresses pixels of other
 * pictures worse than their files. Small files, such as logos, stay, and files that are no pictures.
 */
export async function reducePicture(file: JobFile, reduction: Reduction): Promise<JobFile> {
  if (file.bytes.length < SMALL_PICTURE_BYTES) return file;
  const shape = readPictureShape(file.bytes);
  if ('refused' in shape) return file;
  const { side, pageSide, quality } = reduction;
  const isPage = Math.max(shape.width, shape.height) > MAX_LAYER_SIDE;
  const isJpeg = shape.mediaType === 'image/jpeg';
  const id = `${file.id} in ${side} ${quality}`;
  const bytes = await reducedPictures.get(id, () =>
    runImageWork(() => encodeReduced(file.bytes, isPage ? pageSide : side, quality, isJpeg)),
  );
  const jpegSize = file.jpegSize && readColorJpegSize(bytes);
  return { id, bytes, ...(jpegSize && { jpegSize }) };
}

async function encodeReduced(
  bytes: Uint8Array,
  side: number,
  quality: number,
  isJpeg: boolean,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
  const isOpaque = isJpeg || (await sharp(bytes).stats()).isOpaque;
  const reduced = sharp(bytes).resize(box);
  return isOpaque
    ? reduced.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    : reduced.png({ compressionLevel: 2 }).toBuffer();
}

async function toGrayscale(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture).grayscale().png().toBuffer();
}

/** The badge's picture with the current assertion baked in. */
export async function createBakedBadge(
  deps: PictureDeps & { documents: Documents },
  { id, imageCid }: PublishedCredential,
): Promise<Buffer> {
  const [picture, assertion] = await Promise.all([
    loadPicture(deps, imageCid),
    deps.documents.credential(id, false),
  ]);
  return Buffer.from(bakePng(picture, toBuffer(assertion.body).toString()));
}
