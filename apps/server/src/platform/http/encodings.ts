import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { copyBytes } from '../memory/own-memory.ts';

export type Encoding = 'br' | 'gzip';

/** Below this size, headers outweigh the savings. */
export const MIN_COMPRESSED_BYTES = 1_024;

const compressible =
  /^(?:text\/|font\/ttf|application\/(?:json|statuslist\+jwt|(?:vc\+|did\+)?ld\+json|javascript|wasm)|image\/svg\+xml)/;

export function canCompress(type: string, bytes: number): boolean {
  return bytes >= MIN_COMPRESSED_BYTES && compressible.test(type);
}

/** Encoding for the client (RFC 9110 §12.5.3). Undefined means identity. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of String(accepted).slice(0, 500).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const getWeight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [getWeight('br'), getWeight('gzip')];
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? 'br' : 'gzip';
}

/** Medium levels: a response is read for at least 10 s, so neither the fastest nor the smallest. */
export function compressBody(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return copyBytes(gzipSync(body));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return copyBytes(brotliCompressSync(body, { params }));
}
