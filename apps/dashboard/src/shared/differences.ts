import type { FormValues } from './form.ts';

export type ConflictSide = 'mine' | 'theirs';
export type Difference<V> = {
  field: keyof V & string;
  /** Both changed it to different values. */
  isContested: boolean;
};

/** Changes by someone else since `initial`, which saving would overwrite. */
export function findDifferences<V extends FormValues>(
  initial: V,
  mine: V,
  theirs: V,
): Difference<V>[] {
  return Object.keys(theirs)
    .filter((field) => theirs[field] !== initial[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, isContested: mine[field] !== initial[field] }));
}

/** The user's values, or the other's where chosen. */
export function mergeValues<V extends FormValues>(
  mine: V,
  theirs: V,
  chosen: Readonly<Partial<Record<string, ConflictSide>>>,
): V {
  const taken = Object.entries(theirs).filter(([field]) => chosen[field] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken) };
}
