import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachedBytes, toBuffer, toCachedBytes } from '../own-memory.ts';
import { chooseEncoding, compressBody, type Encoding } from './encodings.ts';
import type { PreparedResponse } from './prepared-response.ts';

/** Writes the response, or 304 if the client has it. HEAD omits the body. */
export function writePrepared(
  prepared: PreparedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, type, etag } = prepared;
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && etag !== undefined && matches(asked, etag)) {
    response.writeHead(304, mergeHeaders(['etag', etag], prepared));
    response.end();
    return;
  }
  const encoding = prepared.isPackable
    ? chooseEncoding(request.headers['accept-encoding'])
    : undefined;
  const body = encoding ? getCompressedBody(prepared, encoding) : prepared.body;
  const headers = ['content-type', type, 'content-length', String(body.length)];
  if (encoding) headers.push('content-encoding', encoding);
  if (etag) headers.push('etag', encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag);
  response.writeHead(status, mergeHeaders(headers, prepared));
  // The string contains bytes as Latin-1, so Node writes it together with the headers.
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
}

function mergeHeaders(headers: string[], { headers: others, ownHeaders }: PreparedResponse) {
  return ownHeaders ? [...headers, ...others, ...ownHeaders] : [...headers, ...others];
}

/** Compressed body, made on first use. */
function getCompressedBody(prepared: PreparedResponse, encoding: Encoding): CachedBytes {
  prepared.packed ??= {};
  prepared.packed[encoding] ??= toCachedBytes(compressBody(toBuffer(prepared.body), encoding));
  return prepared.packed[encoding];
}

/** Adds bodies that were compressed in advance. */
export function withCompressedBodies(
  prepared: PreparedResponse,
  { br, gzip }: Readonly<Record<Encoding, Buffer>>,
): PreparedResponse {
  if (!prepared.isPackable) return prepared;
  return { ...prepared, packed: { br: toCachedBytes(br), gzip: toCachedBytes(gzip) } };
}

const encodingSuffix = /-(?:br|gzip)"$/;

/** RFC 9110 §13.1.2: any listed tag, or `*`. Each encoding has its own tag. */
function matches(asked: string, etag: string): boolean {
  if (asked === etag || asked.trim() === '*') return true;
  return asked
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replace(encodingSuffix, '"') === etag);
}
