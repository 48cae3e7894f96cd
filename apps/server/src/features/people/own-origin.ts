import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/** Browsers send Origin with writes. Programs don't, and carry no cookie to misuse. */
export function refuseForeignOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== baseUrl)
    throw new Problem('origin_mismatch');
}
