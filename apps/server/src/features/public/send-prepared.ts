import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import {
  type PreparedResponse,
  type ResponseCache,
  writePrepared,
} from '../../platform/http/index.ts';

/** Loads an uncached response, caches it and sends it. */
export async function sendPrepared(
  cache: ResponseCache,
  key: string,
  load: () => Promise<PreparedResponse>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept');
  const prepared = await cache.get(key, load);
  reply.hijack();
  writePrepared(prepared, request.raw as IncomingMessage, reply.raw);
  return reply;
}

/** Id in the path of a public document. */
export function parseGuid(text: string): string | undefined {
  return text.includes('/') ? undefined : readId(text);
}
