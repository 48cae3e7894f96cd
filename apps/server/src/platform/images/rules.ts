import type { ErrorDetail } from '@insignia/contract';

export type Format = 'png' | 'jpeg';
export type Refusal = { refused: string };

const maxBytes = 5 * 1024 * 1024;
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Base64 or data URI to bytes; says why not. */
export function decodeBase64(text: string): Uint8Array | Refusal {
  const match = /^\s*(?:data:([^;,]*)((?:;[^;,]*)*),)?([\s\S]*)$/.exec(text);
  const [, mediaType, parameters = '', payload = ''] = match ?? [];
  if (mediaType !== undefined && !/;\s*base64$/i.test(parameters))
    return { refused: 'must be base64 (data:image/png;base64,…)' };
  const packed = payload
    .replaceAll(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (packed === '') return { refused: 'must not be empty' };
  if (packed.length > (maxBytes * 4) / 3 + 4) return { refused: 'must have at most 5 MiB' };
  if (!/^[A-Za-z0-9+/]+$/.test(packed) || packed.length % 4 === 1)
    return { refused: 'must be a PNG or JPG in base64 or as a data URI' };
  return Uint8Array.fromBase64 ? Uint8Array.fromBase64(packed) : decode(packed);
}

function decode(packed: string): Uint8Array {
  return Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
}

/** PNG or JPG by the bytes themselves, and nothing after the image's end; says why not. */
export function inspect(bytes: Uint8Array): Format | Refusal {
  if (bytes.length > maxBytes) return { refused: 'must have at most 5 MiB' };
  const isPng = png.every((value, at) => bytes[at] === value);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  if (!isPng && !isJpeg) return { refused: 'must be a PNG or JPG' };
  const end = isPng ? endOfPng(bytes) : endOfJpeg(bytes);
  if (end === undefined) return { refused: 'is cut off: the end of the image is missing' };
  const rest = bytes.subarray(end);
  // Cameras pad with zeros and tools end files with a line break.
  if (!rest.every((value) => value === 0 || value === 0x0a || value === 0x0d))
    return {
      refused: 'has other data after the end of the image: save it again as a plain PNG or JPG',
    };
  return isPng ? 'png' : 'jpeg';
}

/** What can be said against a picture in `field` without decoding it. */
export function imageFaults(field: string, text: unknown): ErrorDetail[] {
  if (typeof text !== 'string') return [];
  const bytes = decodeBase64(text);
  const found = 'refused' in bytes ? bytes : inspect(bytes);
  return typeof found === 'object' ? [{ path: field, message: found.refused }] : [];
}

/** Offset behind the IEND chunk (PNG §11.2.5). */
function endOfPng(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = png.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const isEnd = view.getUint32(at + 4) === 0x49454e44;
    at += 12 + length;
    if (isEnd) return at <= bytes.length ? at : undefined;
  }
  return undefined;
}

/** Offset behind the last end-of-image marker (JPEG B.1.1.3); several pictures in one file are legal. */
function endOfJpeg(bytes: Uint8Array): number | undefined {
  for (let at = bytes.length - 2; at >= 2; at--)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
  return undefined;
}
