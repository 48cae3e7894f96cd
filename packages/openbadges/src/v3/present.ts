import type { Json } from '../shared/read.ts';

/** Removes nulls, empty texts and empty lists (Open Badges 3.0 §Serialization). */
export function present<T extends Json>(members: T): T {
  const said = Object.entries(members).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(said) as T;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * XML Schema date-time in UTC with whole seconds, so that a JWT's NumericDate is the same instant.
 */
export function dateTime(at: Date): string {
  if (Number.isNaN(at.getTime())) throw new RangeError('not a date: an invalid Date was given');
  return `${at.toISOString().slice(0, 19)}Z`;
}
