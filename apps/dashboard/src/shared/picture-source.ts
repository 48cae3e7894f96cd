/** True for saved pictures, which have an address. */
export const isUrl = (value: string): boolean => value.includes('://');

/** Source for an image element: an address or base64. */
export function getPictureSource(value: string): string {
  return isUrl(value) ? value : `data:;base64,${value}`;
}
