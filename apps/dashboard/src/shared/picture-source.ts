/** Saved pictures have an address. */
export const isAddress = (value: string): boolean => value.includes('://');

/** Source for an image element: an address or base64. */
export function sourceOf(value: string): string {
  return isAddress(value) ? value : `data:;base64,${value}`;
}
