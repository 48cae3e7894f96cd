import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/** Browsers say whose page sends a write. Programs say nothing, and carry no cookie that could be misused. */
export function refuseForeignOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== baseUrl)
    throw new Problem('origin_mismatch');
}
