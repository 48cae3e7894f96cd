import sharp from 'sharp';

const made = new Map<string, Promise<string>>();

export async function pngBytes(width = 64, height = 64, red = 200): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 4, background: { r: red, g: 90, b: 40, alpha: 0.9 } },
  })
    .png()
    .toBuffer();
}

export async function jpegBytes(width = 64, height = 64): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
}

export const dataUri = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A small valid picture as the interface takes it. */
export function badgeImage(red = 200): Promise<string> {
  const known = made.get(String(red)) ?? pngBytes(64, 64, red).then((bytes) => dataUri(bytes));
  made.set(String(red), known);
  return known;
}
