/** Of a picture that was not chosen here, there is an address. */
export const isAddress = (value: string): boolean => value.includes('://');

/** To be shown: an address, or base64 as the service takes it. */
export function sourceOf(value: string): string {
  return isAddress(value) ? value : `data:;base64,${value}`;
}
