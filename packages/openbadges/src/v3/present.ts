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

/**
 * Contexts of our documents in this order (Verifiable Credentials 2.0 §4.3, Open Badges 3.0
 * §AchievementCredential).
 */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';

export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
