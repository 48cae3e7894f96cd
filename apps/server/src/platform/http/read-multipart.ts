import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/problem.ts';

/**
 * Runs `read` on a form. A malformed form is the client's error, which the library doesn't
 * distinguish.
 */
export async function readMultipart<T>(
  request: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  return read().catch((error: unknown) => {
    // Stops parsing the rest of the form.
    request.raw.unpipe().resume();
    throw isCounted(error) ? error : invalid('body', "isn't a readable form");
  });
}

/** One of the framework's limits, which have their own messages. */
function isCounted(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('FST_');
}
