import type { Values } from './form.ts';

export type Side = 'mine' | 'theirs';
export type Difference<V> = {
  field: keyof V & string;
  /** Both changed it to different values. */
  isContested: boolean;
};

/** Changes by someone else since `initial`, which saving would overwrite. */
export function differencesOf<V extends Values>(initial: V, mine: V, theirs: V): Difference<V>[] {
  return Object.keys(theirs)
    .filter((field) => theirs[field] !== initial[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, isContested: mine[field] !== initial[field] }));
}

/** The user's values, or the other's where chosen. */
export function mergedBy<V extends Values>(
  mine: V,
  theirs: V,
  chosen: Readonly<Partial<Record<string, Side>>>,
): V {
  const taken = Object.entries(theirs).filter(([field]) => chosen[field] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken) };
}
