/** A page must declare its encoding within these bytes (HTML §4.2.5.5). */
const ENCODING_SEARCH_BYTES = 1024;
const charsetPattern = /charset\s*=\s*["']?([\w:-]{2,40})/i;

/** Decodes a page by its byte order mark, header or declaration; else as UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const [, label] =
    charsetPattern.exec(contentType.slice(0, 200)) ??
    charsetPattern.exec(body.subarray(0, ENCODING_SEARCH_BYTES).toString('latin1')) ??
    [];
  return decoderFor(detectByteOrderMark(body) ?? label).decode(body);
}

function detectByteOrderMark(body: Buffer): string | undefined {
  const mark = body.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  return mark.startsWith('fffe') ? 'utf-16le' : mark.startsWith('feff') ? 'utf-16be' : undefined;
}

function decoderFor(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
