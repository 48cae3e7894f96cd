import type { Remembered } from '@insignia/recipients';

const place = (accountId: string): string => `insignia.columns.${accountId}`;

/** Header meanings from this account's earlier imports. */
export function readRemembered(accountId: string): Remembered {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(accountId)) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Remembered) : {};
  } catch {
    return {};
  }
}

export function keepRemembered(accountId: string, remembered: Remembered): void {
  localStorage.setItem(place(accountId), JSON.stringify(remembered));
}
