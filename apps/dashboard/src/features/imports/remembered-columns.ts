import type { RememberedColumns } from '@insignia/recipients';

const place = (accountId: string): string => `insignia.columns.${accountId}`;

/** Header meanings from this account's earlier imports. */
export function loadRememberedColumns(accountId: string): RememberedColumns {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(accountId)) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as RememberedColumns) : {};
  } catch {
    return {};
  }
}

export function saveRememberedColumns(accountId: string, remembered: RememberedColumns): void {
  localStorage.setItem(place(accountId), JSON.stringify(remembered));
}
