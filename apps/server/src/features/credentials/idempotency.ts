import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/problem.ts';
import { canonicalJson, isIdempotencyKey } from './rules.ts';

/** The request's Idempotency-Key with what must be the same for its answer to be given again. */
export function readIdempotency({
  headers,
  method,
  url,
  body,
}: FastifyRequest): { key: string; fingerprint: Buffer } | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !isIdempotencyKey(key))
    throw invalid('Idempotency-Key', 'must have 1 to 255 visible ASCII characters');
  const path = url.split('?')[0];
  return {
    key,
    fingerprint: createHash('sha256')
      .update(`${method} ${path} ${canonicalJson(body)}`)
      .digest(),
  };
}
