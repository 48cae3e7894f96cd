import decoder from 'jsqr';
import sharp from 'sharp';

type Decode = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' },
) => { data: string } | null;

/** Reads a QR code with an independent decoder. */
export async function readQr(picture: Buffer, width = 600): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .resize(width)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The package’s types describe another module system.
  const decode = decoder as unknown as Decode;
  const { width: columns, height: rows } = info;
  // Ours are dark on light. Looking for the opposite too takes twice as long.
  const options = { inversionAttempts: 'dontInvert' } as const;
  return decode(new Uint8ClampedArray(data), columns, rows, options)?.data;
}
