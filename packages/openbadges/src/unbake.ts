import { isBaked, mostBaked, tooLarge } from './bake.ts';
import { isPng, readChunks } from './png.ts';
import { unbakeSvg } from './unbake-svg.ts';

/**
 * What is baked into a PNG or SVG (Open Badges 2.0 Baking): the assertion's JSON, its URL, or a signed assertion.
 * Undefined when there is nothing. Throws where the picture is neither, or damaged.
 */
export async function unbake(picture: Uint8Array): Promise<string | undefined> {
  if (isPng(picture)) return unbakePng(picture);
  const text = new TextDecoder().decode(picture);
  if (!/<svg[\s>]/i.test(text)) throw new Error('neither a PNG nor an SVG');
  return unbakeSvg(text);
}

async function unbakePng(png: Uint8Array): Promise<string | undefined> {
  const chunk = readChunks(png).find(({ type, data }) => isBaked(type, data));
  if (!chunk) return undefined;
  if (chunk.data.length > mostBaked) throw new Error(tooLarge);
  const end = chunk.data.indexOf(0);
  if (chunk.type === 'tEXt') return new TextDecoder('latin1').decode(chunk.data.subarray(end + 1));
  // PNG §11.3.3.4: compression flag and method, language tag, translated keyword, text.
  const isCompressed = chunk.data[end + 1] === 1;
  const afterLanguage = chunk.data.indexOf(0, end + 3) + 1;
  const body = chunk.data.subarray(chunk.data.indexOf(0, afterLanguage) + 1);
  return new TextDecoder().decode(isCompressed ? await inflate(body) : body);
}

/** Stops at 1 MiB: a few bytes can inflate to gigabytes. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.pipeThrough(new DecompressionStream('deflate'))) {
    pieces.push(piece);
    size += piece.length;
    if (size > mostBaked) throw new Error(tooLarge);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
