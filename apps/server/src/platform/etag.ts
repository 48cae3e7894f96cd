import { createHash } from 'node:crypto';

/** Of a state by what it consists of: the same again is the same state. */
export function etagOf(parts: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`;
}
