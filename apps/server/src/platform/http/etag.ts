import { createHash } from 'node:crypto';

/** Tag of what a client sees. Equal states have equal tags. */
export function computeEtag(reply: object): string {
  return `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 27)}"`;
}
