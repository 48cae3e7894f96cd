import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/** Tag of what a client sees. Equal states have equal tags. */
export function computeEtag(reply: object): string {
  return `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 27)}"`;
}

/**
 * The tag of a read that returns more than writes compare. Writes compare only the first part, so a change
 * of the second is no conflict, such as a new state of an email.
 */
export const joinEtags = (written: string, read: string): string =>
  `${written.slice(0, -1)}.${read.slice(1)}`;

/** A response with the `ETag` of its resource. */
export type TaggedReply<T> = { answer: T; etag: string };

/** Throws if `If-Match` names another state. */
export type AssertMatches = (etag: string) => void;

export function assertMatches({ headers }: FastifyRequest, etag: string): void {
  const expected = headers['if-match'];
  if (expected !== undefined && !matchesEtag(expected, etag))
    throw new Problem('precondition_failed');
}

/** Returns the response, or 304 if the client has it. */
export function unwrapTagged<T>(
  { answer, etag }: TaggedReply<T>,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): T | undefined {
  reply.header('etag', etag);
  const known = headers['if-none-match'];
  if (method !== 'GET' || known === undefined || !matchesEtag(known, etag)) return answer;
  reply.code(304);
  return undefined;
}

/**
 * Proxies that compress make tags weak. Ours identify a state, not bytes, so weak ones match. A tag
 * with a second part, as `joinEtags` makes it, also matches its first part.
 */
function matchesEtag(list: string, etag: string): boolean {
  return list.split(',').some((one) => {
    const known = one.trim().replace(/^W\//, '');
    return known === '*' || known === etag || known.startsWith(`${etag.slice(0, -1)}.`);
  });
}
