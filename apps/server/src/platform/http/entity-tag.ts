import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

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
