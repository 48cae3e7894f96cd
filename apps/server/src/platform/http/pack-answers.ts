import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

import { leastPacked } from './encodings.ts';

/**
 * Sends text that the framework sends packed to those who take it. What is ready in the cache is packed there. No
 * answer mixes a secret with words of somebody else who could watch its length: keys and tokens are shorter than what
 * is packed.
 */
export async function packAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: leastPacked,
    encodings: ['br', 'gzip', 'identity'],
    customTypes: /^(?:text\/|application\/(?:json|ld\+json|problem\+json)|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
}
