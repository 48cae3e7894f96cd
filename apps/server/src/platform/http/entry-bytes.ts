import type { CachedBytes } from '../own-memory.ts';
import type { PreparedResponse } from './prepared-response.ts';

// Sizes in 64-bit V8, measured with tens of thousands of entries (bench/results.md).

/** Entry, response, and a slot in a map that has just grown. */
const perEntry = 500;
/** Slot in the response's list and in the tag's set. */
const perSource = 48;
/** Overhead of a buffer: two objects inside V8, two outside, and an allocation. */
const perBuffer = 450;
const perText = 16;
/** A set with one element. Further ones are part of `perSource`. */
export const SET_BYTES = 200;

/** Memory of a response without its tags. */
export function estimateEntryBytes(key: string, prepared: PreparedResponse): number {
  const { body, etag = '', ownHeaders = [], madeFrom, isPackable } = prepared;
  // Text compresses to a third at most in each of two encodings, or saves too little to matter.
  const bodies = estimateBodyBytes(body) * (isPackable ? 2 : 1);
  const texts = [key, etag, ...ownHeaders].reduce((sum, text) => sum + estimateTextBytes(text), 0);
  return perEntry + bodies + texts + madeFrom.length * perSource;
}

/** Memory of a tag and its slot in the map. */
export function estimateTagBytes(name: string): number {
  return 96 + estimateTextBytes(name);
}

function estimateBodyBytes(body: CachedBytes): number {
  return body.length + (typeof body === 'string' ? perText : perBuffer);
}

/** Rounded up to whole words. */
function estimateTextBytes({ length }: string): number {
  return perText + length + 4;
}
