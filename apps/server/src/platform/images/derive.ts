import type { Normalised } from './normalise.ts';

/** Pixels of the longer side: lists and mails, and pages. */
const sizes = [128, 512] as const;

/** The smaller forms of an image, each of those that is smaller than it. */
export async function deriveSizes(
  image: Normalised,
): Promise<{ side: number; image: Normalised }[]> {
  const { default: sharp } = await import('sharp');
  const wanted = sizes.filter((side) => side < Math.max(image.width, image.height));
  return Promise.all(
    wanted.map(async (side) => {
      const sized = sharp(image.bytes).resize({ width: side, height: side, fit: 'inside' });
      const encoded =
        image.mediaType === 'image/png'
          ? sized.png({ compressionLevel: 9, palette: true, quality: 95 })
          : sized.jpeg({ quality: 85, mozjpeg: true });
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      return { side, image: { bytes: data, mediaType: image.mediaType, width, height } };
    }),
  );
}
