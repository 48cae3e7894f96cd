import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { type Ready, type ReadyBytes, writeReady } from '../../platform/http/index.ts';

/** Loads what is not ready, keeps it and sends it. */
export async function sendReady(
  cache: ReadyBytes,
  key: string,
  load: () => Promise<Ready>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept');
  const ready = await cache.get(key, load);
  reply.hijack();
  writeReady(ready, request.raw as IncomingMessage, reply.raw);
  return reply;
}

/** An id in the path of a public document. */
export function guidOf(text: string): string | undefined {
  return text.includes('/') ? undefined : readId(text);
}
