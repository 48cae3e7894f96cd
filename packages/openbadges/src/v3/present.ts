import type { Json } from '../shared/read.ts';

/** Without members that say nothing: neither nulls nor empty texts and lists stand in a document (Open Badges 3.0 §Serialization). */
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

/** XML Schema date-time in UTC, whole seconds: what a JWT says as a number is then the same instant. */
export function dateTime(at: Date): string {
  if (Number.isNaN(at.getTime())) throw new RangeError('not a date: an invalid Date was given');
  return `${at.toISOString().slice(0, 19)}Z`;
}
