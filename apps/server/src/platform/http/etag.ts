import { createHash } from 'node:crypto';

/** Tag of what a client sees. Equal states have equal tags. */
export function computeEtag(reply: object): string {
  return `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 27)}"`;
}

/**
 * A tag for reads of which only the first part is compared by writes. What the second part stands
 * for may change without a conflict, such as the state of an email.
 */
export const joinEtags = (written: string, read: string): string =>
  `${written.slice(0, -1)}.${read.slice(1)}`;
