import type Sharp from 'sharp';

/** Loaded at first use: the library's 30 MB are not needed to start. One thread for each picture. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
