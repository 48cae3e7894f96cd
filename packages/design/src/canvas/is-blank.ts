/** Alpha of 255 below which a pixel is invisible. */
const MIN_VISIBLE_ALPHA = 8;

/** Takes RGBA pixels. */
export function isBlank(pixels: Uint8Array | Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4)
    if ((pixels[alpha] ?? 0) >= MIN_VISIBLE_ALPHA) return false;
  return true;
}
