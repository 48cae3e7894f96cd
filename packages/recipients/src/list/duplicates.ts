import { foldAddress } from '@insignia/contract';

/**
 * Finds repeated recipients by address, compared as on the server. The first occurrence isn't a
 * duplicate.
 */
export function createDuplicateIndex() {
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
    /** All rows except the first of each repeated address, with that first row. */
    repeated: (): Map<number, number> => {
      const repeated = new Map<number, number>();
      for (const found of rows.values()) {
        if (found.size < 2) continue;
        const first = Math.min(...found);
        for (const row of found) if (row !== first) repeated.set(row, first);
      }
      return repeated;
    },
    /** Expects a folded address. */
    rowsOf: (email: string): ReadonlySet<number> => rows.get(foldAddress(email)) ?? new Set(),
  };
}
