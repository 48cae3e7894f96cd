import { isBaked, MAX_BAKED_BYTES, tooLargeMessage } from './bake.ts';
import { type BakedText, type Chunk, type Edition, editions, isPng, readChunks } from './png.ts';
import { unbakeSvg } from './unbake-svg.ts';

/**
 * Returns what is baked into a PNG or SVG (Open Badges 2.0 Baking): the assertion's JSON, its URL,
 * or a signed assertion. Undefined if there is nothing. Throws if the picture is neither, or
 * damaged.
 */
export async function unbake(picture: Uint8Array): Promise<string | undefined> {
  const [first] = await find(picture, ['2.0'], 1);
  return first?.text;
}

/**
 * Returns everything baked by Open Badges 2.0 and 3.0, up to four texts. Open Badges 3.0 allows one
 * credential per picture (§Baked Badge): with several, it is unclear which one the picture shows.
 */
export async function unbakeAll(picture: Uint8Array): Promise<BakedText[]> {
  return find(picture, editions, 4);
}

async function find(
  picture: Uint8Array,
  editions: readonly Edition[],
  most: number,
): Promise<BakedText[]> {
  if (isPng(picture)) return unbakePng(picture, editions, most);
  const text = new TextDecoder().decode(picture);
  if (text.startsWith('%PDF-'))
    throw new Error('a PDF is verified by its service, so use the link printed on it');
  if (!/<svg[\s>]/i.test(text)) throw new Error('this is neither a PNG nor an SVG');
  return unbakeSvg(text, editions, most);
}

async function unbakePng(
  png: Uint8Array,
  editions: readonly Edition[],
  most: number,
): Promise<BakedText[]> {
  const baked = readChunks(png).flatMap((chunk) => {
    const edition = editions.find((each) => isBaked(chunk.type, chunk.data, each));
    return edition ? [{ edition, chunk }] : [];
  });
  const found: BakedText[] = [];
  for (const { edition, chunk } of baked.slice(0, most))
    found.push({ edition, text: await decodeBakedText(chunk) });
  return found;
}

async function decodeBakedText(chunk: Chunk): Promise<string> {
  if (chunk.data.length > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
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
    if (size > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
