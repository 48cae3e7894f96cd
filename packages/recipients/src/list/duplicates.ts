import { foldAddress } from '@insignia/contract';

/** Who stands in the list more than once, by the address as the service compares it; the first one is no duplicate. */
export function createPeople() {
  const rows = new Map<string, Set<number>>();
  return {
    add: (email: string, row: number): void => {
      const key = foldAddress(email);
      if (key === '') return;
      const found = rows.get(key);
      if (found) found.add(row);
      else rows.set(key, new Set([row]));
    },
    remove: (email: string, row: number): void => {
      const key = foldAddress(email);
      const found = rows.get(key);
      found?.delete(row);
      if (found?.size === 0) rows.delete(key);
    },
    /** All rows but the first of each address that stands there more than once. */
    repeated: (): Set<number> => {
      const repeated = new Set<number>();
      for (const found of rows.values()) {
        if (found.size < 2) continue;
        const first = Math.min(...found);
        for (const row of found) if (row !== first) repeated.add(row);
      }
      return repeated;
    },
    /** Of an address that is compared so. */
    rowsOf: (email: string): ReadonlySet<number> => rows.get(foldAddress(email)) ?? new Set(),
  };
}
