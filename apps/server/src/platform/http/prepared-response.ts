import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachedBytes, copyText, toBuffer, toCachedBytes } from '../memory/own-memory.ts';
import { canCompress, chooseEncoding, compressBody, type Encoding } from './encodings.ts';

/**
 * A response ready to write: nothing is computed per request. Kept small, because thousands are
 * cached.
 */
export type PreparedResponse = {
  status: number;
  /** Content-Type. */
  type: string;
  /**
   * All headers except those of the body and the ETag, as writeHead expects. Shared between
   * responses.
   */
  headers: readonly string[];
  /** Headers unique to this response. */
  ownHeaders: readonly string[] | undefined;
  body: CachedBytes;
  isPackable: boolean;
  /** Compressed bodies, made on first use. */
  packed: Partial<Record<Encoding, CachedBytes>> | undefined;
  etag: string | undefined;
  /** Cache tags. A change to any of them invalidates the response. */
  cacheTags: readonly string[];
  /** Time (performance.now()) at which it becomes outdated without a change. */
  trueUntil: number | undefined;
};

export function isUnexpired({ trueUntil = Infinity }: PreparedResponse): boolean {
  return performance.now() <= trueUntil;
}

/** Headers with cache tags for CDNs. */
const keyHeaders = ['surrogate-key', 'cache-tag'];

/**
 * A copy that no cache may store, because it couldn't be purged. `no-cache` isn't enough: Fastly
 * stores such responses anyway.
 */
export function withoutCaching(prepared: PreparedResponse): PreparedResponse {
  const at = prepared.headers.indexOf('cache-control') + 1;
  const control = prepared.headers[at];
  if (at === 0 || control === undefined || control.includes('immutable')) return prepared;
  const { headers, ownHeaders } = prepared;
  return {
    ...prepared,
    headers: shareHeaders(headers.with(at, 'private, no-store')),
    ownHeaders: ownHeaders?.filter((_, n) => !keyHeaders.includes(ownHeaders[n - (n % 2)] ?? '')),
  };
}

// Sizes in 64-bit V8, measured with tens of thousands of entries (bench/results.md).

/** Entry, response, and a slot in a map that has just grown. */
const BYTES_PER_ENTRY = 500;

/** Slot in the response's list and in the tag's set. */
const BYTES_PER_TAG = 48;

/** Overhead of a buffer: two objects inside V8, two outside, and an allocation. */
const BYTES_PER_BUFFER = 450;

const BYTES_PER_TEXT = 16;

/** A set with one element. Further elements are counted in `BYTES_PER_TAG`. */
export const SET_BYTES = 200;

/** Memory of a response without its tags. */
export function estimateEntryBytes(key: string, prepared: PreparedResponse): number {
  const { body, etag = '', ownHeaders = [], cacheTags, isPackable } = prepared;
  // Text has two compressed bodies. Each has at most a third of its size, or is too small to
  // matter.
  const bodies = estimateBodyBytes(body) * (isPackable ? 2 : 1);
  const texts = [key, etag, ...ownHeaders].reduce((sum, text) => sum + estimateTextBytes(text), 0);
  return BYTES_PER_ENTRY + bodies + texts + cacheTags.length * BYTES_PER_TAG;
}

/** Memory of a tag and its slot in the map. */
export function estimateTagBytes(name: string): number {
  return 96 + estimateTextBytes(name);
}

function estimateBodyBytes(body: CachedBytes): number {
  return body.length + (typeof body === 'string' ? BYTES_PER_TEXT : BYTES_PER_BUFFER);
}

/** Rounded up to whole words. */
function estimateTextBytes({ length }: string): number {
  return BYTES_PER_TEXT + length + 4;
}

export type ResponseContent = {
  /** Defaults to 200. */
  status?: number;
  type: string;
  body: Buffer | string;
  /** Cache-Control. */
  cache: string;
  /** Names and values alternate: name, value, name, value… */
  headers?: readonly string[];
  /** Headers unique to this response. */
  ownHeaders?: readonly string[] | undefined;
  /** Tag without quotes: the hash of the body by default, `false` for none. */
  etag?: string | false;
  /** Tag without quotes, equal for bodies that say the same although their bytes differ. */
  weakEtag?: string | undefined;
  /** Distinguishes responses with equal bytes. */
  form?: string;
  /** Cache tags. A change to any of them invalidates the response. */
  cacheTags?: string[];
  /** Milliseconds until the response becomes outdated without a change. */
  freshFor?: number | undefined;
};

/**
 * The only way to make a cacheable response. Long text is compressed for clients that accept it.
 */
export function prepareResponse(answer: ResponseContent): PreparedResponse {
  const { status = 200, type, cache, headers = [], cacheTags = [], freshFor } = answer;
  const { body, ownHeaders } = answer;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isPacked = canCompress(type, bytes.length);
  const commonHeaders = ['x-content-type-options', 'nosniff', 'cache-control', cache, ...headers];
  return {
    status,
    type,
    ownHeaders: ownHeaders?.map(copyText),
    cacheTags,
    headers: shareHeaders(isPacked ? varyByEncoding(commonHeaders) : commonHeaders),
    body: toCachedBytes(bytes),
    isPackable: isPacked,
    packed: undefined,
    etag: buildEtag(answer, bytes),
    trueUntil: freshFor === undefined ? undefined : performance.now() + freshFor,
  };
}

/** Only successful responses have a tag. */
function buildEtag(
  { status = 200, etag, weakEtag, form = '' }: ResponseContent,
  body: Buffer,
): string | undefined {
  if (etag === false || status !== 200) return undefined;
  if (weakEtag !== undefined) return copyText(`W/"${weakEtag}"`);
  const name = etag ?? createHash('sha1').update(body).update(form).digest('base64url');
  return copyText(`"${name}"`);
}

function varyByEncoding(headers: string[]): string[] {
  const at = headers.indexOf('vary') + 1;
  if (at === 0) return [...headers, 'vary', 'Accept-Encoding'];
  return headers.with(at, `${headers[at]}, Accept-Encoding`);
}

/** Bytes `from` to `to`, both included, of a response that isn't compressed. */
export function preparePart(
  prepared: PreparedResponse,
  { from, to }: { from: number; to: number },
): PreparedResponse {
  const { body, ownHeaders = [] } = prepared;
  return {
    ...prepared,
    ...{ status: 206, isPackable: false, packed: undefined },
    body: typeof body === 'string' ? body.slice(from, to + 1) : body.subarray(from, to + 1),
    ownHeaders: [...ownHeaders, 'content-range', `bytes ${from}-${to}/${body.length}`],
  };
}

/** Writes the response, or 304 if the client has it. HEAD omits the body. */
export function writePrepared(
  prepared: PreparedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, type, etag } = prepared;
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && etag !== undefined && matches(condition, etag)) {
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
function matches(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true;
  const name = etag.replace(/^W\//, '');
  return condition
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replace(encodingSuffix, '"') === name);
}

const MAX_SETS = 500;
const sets = new Map<string, readonly string[]>();

/**
 * Shares equal header lists between responses: there are few, each as large as a small document.
 */
export function shareHeaders(headers: readonly string[]): readonly string[] {
  const name = headers.join('\n');
  const known = sets.get(name);
  if (known) return known;
  if (sets.size >= MAX_SETS) sets.clear();
  sets.set(name, headers);
  return headers;
}
