import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

import { MIN_COMPRESSED_BYTES } from './encodings.ts';

/**
 * Compresses text sent by the framework. Cached responses are compressed in the cache. Responses
 * never mix secrets with text of others: keys and tokens are below the minimum size.
 */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    encodings: ['br', 'gzip', 'identity'],
    customTypes: /^(?:text\/|application\/(?:json|ld\+json|problem\+json)|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
}
