/** Of 255: less of a colour nobody sees. */
const leastSeen = 8;

/** Whether nothing is to be seen of a picture; its pixels are RGBA. */
export function isBlank(pixels: Uint8Array | Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4)
    if ((pixels[alpha] ?? 0) >= leastSeen) return false;
  return true;
}
