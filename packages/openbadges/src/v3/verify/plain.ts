import { all, isObject, type Json, words } from '../../shared/read.ts';

export const v1 = 'https://www.w3.org/2018/credentials/v1';

export const v2 = 'https://www.w3.org/ns/credentials/v2';

const uri = /^[a-z][a-z0-9+.-]*:\S+$/i;

export function isUri(value: unknown): value is string {
  return typeof value === 'string' && uri.test(value) && URL.canParse(value);
}

/** A string or a language value object. */
export function isText(value: unknown): boolean {
  const written = isObject(value) ? value['@value'] : value;
  return typeof written === 'string' && written.trim() !== '';
}

const languageKeys = new Set(['@value', '@language', '@direction']);

/**
 * True for a text, for one or several language value objects (Verifiable Credentials Data Model 2.0
 * §11.1), and for a missing value.
 */
export function isTextInLanguages(value: unknown): boolean {
  if (value === undefined || typeof value === 'string') return true;
  return all(value).every(
    (each) =>
      isObject(each) &&
      typeof each['@value'] === 'string' &&
      Object.keys(each).every((name) => languageKeys.has(name)),
  );
}

export function isOfType(document: Json, ...types: string[]): boolean {
  return words(document.type).some((each) => types.includes(each));
}

/** True if every value of a member is an object with a type. True for none. */
export function hasTypes(value: unknown): boolean {
  return all(value).every((each) => isObject(each) && words(each.type).length > 0);
}
