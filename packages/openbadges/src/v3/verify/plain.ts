import { isObject, type Json, words } from '../../shared/read.ts';

const uri = /^[a-z][a-z0-9+.-]*:\S+$/i;

export function isUri(value: unknown): value is string {
  return typeof value === 'string' && uri.test(value);
}

/** A text, or one in a language. */
export function isText(value: unknown): boolean {
  const written = isObject(value) ? value['@value'] : value;
  return typeof written === 'string' && written.trim() !== '';
}

export function isOfType(document: Json, ...types: string[]): boolean {
  return words(document.type).some((each) => types.includes(each));
}
