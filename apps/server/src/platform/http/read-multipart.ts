import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/problem.ts';

/** What `read` takes from a form. One that is broken is its sender's fault, which the library does not tell from ours. */
export async function readMultipart<T>(
  request: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  return read().catch((error: unknown) => {
    // Otherwise the rest of the form is parsed too, for nothing.
    request.raw.unpipe().resume();
    throw isCounted(error) ? error : invalid('body', 'is no form that can be read');
  });
}

/** A limit of the framework's, which says itself what is too much. */
function isCounted(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('FST_');
}
