import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/** What is read or written, with the `ETag` of its state. */
export type Tagged<T> = { answer: T; etag: string };

/** Refuses when the caller has named another state in `If-Match`. */
export type AssertMatches = (etag: string) => void;

export function assertMatches({ headers }: FastifyRequest, etag: string): void {
  const asked = headers['if-match'];
  if (asked !== undefined && !names(asked, etag)) throw new Problem('precondition_failed');
}

/** The answer, or 304 without one when the reader has it. */
export function unwrapTagged<T>(
  { answer, etag }: Tagged<T>,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): T | undefined {
  reply.header('etag', etag);
  const known = headers['if-none-match'];
  if (method !== 'GET' || known === undefined || !names(known, etag)) return answer;
  reply.code(304);
  return undefined;
}

/** Proxies that pack an answer make its tag a weak one; it names a state and not bytes, so that this is the same. */
function names(list: string, etag: string): boolean {
  return list.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}
