import type Sharp from 'sharp';

/** Loads lazily: the library takes 30 MB. One thread per picture. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
