import { isObject, type Json } from './read.ts';

const alphabet = /^[\w-]*$/;
/** Bits of the last character that no byte uses, by the length's remainder. They must be zero (RFC 4648 §3.5). */
const unusedBits = [0, 0, 0b1111, 0b11];
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Decodes base64url without padding (RFC 7515 §2) natively, because plain JavaScript takes 20 times
 * as long for a megabyte.
 */
export function decodeBase64Url(text: string): Uint8Array {
  const remainder = text.length % 4;
  const last = digits.indexOf(text.at(-1) ?? 'A');
  if (!alphabet.test(text) || remainder === 1 || (last & (unusedBits[remainder] ?? 0)) !== 0)
    throw new Error('not base64url');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Names of the open object's members; undefined in an array. */
type Names = Set<string> | undefined;

/** Deeper nesting isn't checked, so nothing is known to be unique there. */
const MAX_CHECKED_NESTING = 1_000;
/** Strings and punctuation. Matching takes linear time. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/gs;

/**
 * Reason why readers may understand a JSON text differently: duplicate members (RFC 7493 §2.3, RFC
 * 7519 §4) or lone surrogates (RFC 7493 §2.1). Undefined if unambiguous.
 */
export function findAmbiguity(json: string): string | undefined {
  const open: Names[] = [];
  let isName = false;
  for (const [part] of json.matchAll(tokens)) {
    const problem = part.startsWith('"')
      ? findStringProblem(part, isName ? open.at(-1) : undefined)
      : '';
    if (problem) return problem;
    step(open, part);
    if (open.length > MAX_CHECKED_NESTING) return 'is nested too deeply';
    isName = part === '{' || (part === ',' && open.at(-1) !== undefined);
  }
  return undefined;
}

function step(open: Names[], part: string): void {
  if (part === '{') open.push(new Set());
  else if (part === '[') open.push(undefined);
  else if (part === '}' || part === ']') open.pop();
}

function findStringProblem(written: string, names: Names): string | undefined {
  const text: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
  if (!text.isWellFormed()) return 'isn’t well-formed Unicode';
  if (names?.has(text)) return `repeats the member “${text.slice(0, 40).toWellFormed()}”`;
  names?.add(text);
  return undefined;
}

/** The parts of a compact JWS (RFC 7515 §7.1). Nothing in it has been verified. */
export type Jws = {
  header: Json;
  payload: Json;
  /** The text that the signature covers. */
  signed: string;
  signature: Uint8Array;
  /** Why readers could understand it differently, or why that wasn't examined. */
  ambiguity: string | undefined;
};

export function isCompactJws(text: string): boolean {
  return /^[\w-]+\.[\w-]*\.[\w-]*$/.test(text);
}

/**
 * Decodes each part once. Throws if a part isn't base64url, or if the header or payload isn't a
 * JSON object.
 */
export function readJws(text: string): Jws {
  const [header = '', payload = '', signature = ''] = text.split('.');
  const texts = [header, payload].map((part) =>
    new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(part)),
  );
  const [first, second] = texts.map((each): Json => {
    const value: unknown = JSON.parse(each);
    if (!isObject(value)) throw new Error('not a JSON object');
    return value;
  }) as [Json, Json];
  return {
    header: first,
    payload: second,
    signed: `${header}.${payload}`,
    signature: decodeBase64Url(signature),
    // Large values aren't examined, because that takes far longer than to count them.
    ambiguity:
      findSizeError([first, second]) ?? texts.map(findAmbiguity).find((each) => each !== undefined),
  };
}

/** In characters, including embedded pictures. */
export const MAX_TEXT_LENGTH = 1024 * 1024;
const MAX_NESTING = 40;
/** A JSON-LD processor takes about 50 µs for each. */
const MAX_VALUES = 10_000;

/** Reason not to process a document because of its size; undefined if it may be processed. */
export function findSizeError(document: unknown): string | undefined {
  let left = MAX_VALUES;
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return 'is nested too deeply';
    left -= level.length;
    if (left < 0) return 'has too many members';
    const next: unknown[] = [];
    for (const value of level) {
      addValues(next, value, left);
      if (next.length > left) return 'has too many members';
    }
    level = next;
  }
  return undefined;
}

/** Stops after one too many. Adds one by one, because copies of arrays take most of the time. */
function addValues(values: unknown[], value: unknown, limit: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    values.push(each);
    if (values.length > limit) return;
  }
}
