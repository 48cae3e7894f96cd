import { type Encoding, UnreadableFileError } from './table.ts';

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const sampled = 4_096;
/** Characters that no text contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that are looked for
const strange = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

export const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** In UTF-16, every second byte of Latin text is 0. */
function guessWide(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, sampled);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 5;
  if (odd > many && even < odd / 10) return 'utf-16le';
  return even > many && odd < even / 10 ? 'utf-16be' : undefined;
}

/** Text with a few broken bytes is still UTF-8 if the rest decodes. */
function isMostlyUtf8(text: string): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc\ufffe\uffff]/g)?.length ?? 0;
  return broken === 0 || whole > broken * 4;
}

function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => startsWith(bytes, mark));
  const wide = marked?.[0] ?? guessWide(bytes);
  if (wide) return wide;
  return isMostlyUtf8(new TextDecoder('utf-8').decode(bytes)) ? 'utf-8' : 'windows-1252';
}

/** Decodes text and reports its encoding. Refuses binary data. */
export function decodeText(
  bytes: Uint8Array,
  encoding: Encoding = detectEncoding(bytes),
): { text: string; encoding: Encoding } {
  const text = new TextDecoder(encoding).decode(bytes);
  const odd = text.match(strange)?.length ?? 0;
  if (text.includes('\u0000') || odd > text.length / 100)
    throw new UnreadableFileError({ fault: 'binary' });
  return { text, encoding };
}
