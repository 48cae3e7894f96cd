import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type PreparedResponse,
  type ResponseCache,
  writePrepared,
} from '../../platform/http/index.ts';
import {
  findErasedCredentials,
  findPublishedCredential,
  type PublishedCredential,
} from './store.ts';

/** Id in the path of a public document. */
export function parseGuid(text: string): string | undefined {
  return text.includes('/') ? undefined : readId(text);
}

/** Reads a credential with badge and issuer. Erased ones are gone, others not found. */
export async function requirePublishedCredential(
  db: Database,
  guid: string | undefined,
): Promise<PublishedCredential> {
  const found = guid && (await findPublishedCredential(db, guid));
  if (found) return found;
  const isGone = guid !== undefined && (await findErasedCredentials(db, [guid])).length > 0;
  throw new Problem(isGone ? 'credential_gone' : 'credential_not_found');
}

/** Milliseconds from `now` during which the status read at `asOf` stays correct unless revoked. */
export function statusLifetimeMs(
  { revokedAt, expires }: { revokedAt: Date | null; expires: Date | null },
  asOf: Date,
  now = asOf,
): number {
  if (revokedAt || !expires || expires < asOf) return Infinity;
  return Math.max(0, expires.getTime() - now.getTime());
}

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

/** RFC 6266 §4.3: the Unicode name, and an ASCII fallback. */
export function createContentDisposition(name: string, isDownload: boolean): string {
  const safe = name
    .replaceAll(/[\p{Cc}\p{Cf}"\\/:*?<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(/['()*]/g, percentEncode);
  return `${isDownload ? 'attachment' : 'inline'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
