import { createHash } from 'node:crypto';

/** Of a state by what a reader sees of it: the same again is the same state. */
export function etagOf(reply: object): string {
  return `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 27)}"`;
}
