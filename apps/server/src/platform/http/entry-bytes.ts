import type { KeptBytes } from '../own-memory.ts';
import type { PreparedResponse } from './prepared-response.ts';

// What V8 takes on 64 bits, measured with caches of tens of thousands (docs/performance.md).

/** The entry, the answer, their numbers and lists, and a place in the map as it is when that has just grown. */
const perEntry = 500;
/** A place in the answer's list and in the set of keys. */
const perSource = 48;
/** What a buffer is beside its bytes: two objects, and on the other side of V8 two more and an allocation. */
const perBuffer = 450;
const perText = 16;
/** A set of one, and what it takes for each more is among `perSource`. */
export const bytesOfSet = 200;

/** What an answer takes in memory, with all that surrounds it but its sources. */
export function bytesOfEntry(key: string, prepared: PreparedResponse): number {
  const { body, etag = '', ownHeaders = [], madeFrom, isPackable } = prepared;
  // Text shrinks to a third at most in each of its two encodings, or saves too little to matter here.
  const bodies = bytesOfBody(body) * (isPackable ? 2 : 1);
  const texts = [key, etag, ...ownHeaders].reduce((sum, text) => sum + bytesOfText(text), 0);
  return perEntry + bodies + texts + madeFrom.length * perSource;
}

/** What an answer was made from, and its place in the map. */
export function bytesOfSource(name: string): number {
  return 96 + bytesOfText(name);
}

function bytesOfBody(body: KeptBytes): number {
  return body.length + (typeof body === 'string' ? perText : perBuffer);
}

/** With what is lost to whole words. */
function bytesOfText({ length }: string): number {
  return perText + length + 4;
}
