import { SaxesParser } from 'saxes';
import {
  type BakedText,
  type Chunk,
  type Edition,
  editions,
  isBaked,
  isPng,
  MAX_BAKED_BYTES,
  marks,
  readChunks,
  tooLargeMessage,
} from './bake.ts';

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
  limit: number,
): Promise<BakedText[]> {
  if (isPng(picture)) return unbakePng(picture, editions, limit);
  const text = new TextDecoder().decode(picture);
  if (text.startsWith('%PDF-'))
    throw new Error('a PDF is verified by its service, so use the link printed on it');
  if (!/<svg[\s>]/i.test(text)) throw new Error('this is neither a PNG nor an SVG');
  return unbakeSvg(text, editions, limit);
}

async function unbakePng(
  png: Uint8Array,
  editions: readonly Edition[],
  limit: number,
): Promise<BakedText[]> {
  const baked = readChunks(png).flatMap((chunk) => {
    const edition = editions.find((each) => isBaked(chunk.type, chunk.data, each));
    return edition ? [{ edition, chunk }] : [];
  });
  const found: BakedText[] = [];
  for (const { edition, chunk } of baked.slice(0, limit))
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

// Far deeper than drawing programs write. Below it, depth costs no more than length.
const MAX_NESTING = 250;
/** Maximum number of elements, comments, sections and processing instructions. */
const MAX_PARTS = 100_000;
const MAX_ATTRIBUTES = 1_000;
const MAX_PARSE_ERRORS = 100;
const sliceLength = 16 * 1024;

/**
 * Returns the text of each assertion (Open Badges 2.0 Baking §SVG) or credential element (3.0
 * §Baked Badge), or its `verify` attribute. Tolerates XML errors, because pictures use DTD
 * entities. Yields between slices.
 */
async function unbakeSvg(
  svg: string,
  editions: readonly Edition[],
  limit: number,
): Promise<BakedText[]> {
  const reader = new BakedReader(editions, limit);
  for (let at = 0; at < svg.length && !reader.isDone; at += sliceLength) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    // Normalized as XML would (XML 1.0 §2.11), slice by slice.
    reader.write(svg.slice(at, at + sliceLength).replaceAll(/\r\n?/g, '\n'));
  }
  return reader.found;
}

class BakedReader {
  readonly found: BakedText[] = [];
  readonly #parser = new SaxesParser({ xmlns: true });
  #parts = 0;
  #depth = 0;
  #attributes = 0;
  #errorCount = 0;
  /** The open element and its depth. */
  #edition: Edition | undefined;
  #within = 0;
  #verify: string | undefined;
  #text = '';
  #cdata = '';
  #ended = 0;
  readonly #limit: number;

  constructor(editions: readonly Edition[], limit: number) {
    this.#limit = limit;
    const parser = this.#parser;
    parser.on('error', () => allow(++this.#errorCount, MAX_PARSE_ERRORS, 'isn’t valid XML'));
    const countPart = () => allow(++this.#parts, MAX_PARTS, 'has too many elements');
    parser.on('comment', countPart);
    parser.on('processinginstruction', countPart);
    parser.on('opentagstart', () => {
      countPart();
      this.#attributes = 0;
    });
    parser.on('attribute', () =>
      allow(++this.#attributes, MAX_ATTRIBUTES, 'has an element with too many attributes'),
    );
    parser.on('opentag', ({ local, uri, attributes }) => {
      allow(++this.#depth, MAX_NESTING, 'is nested too deeply');
      if (this.#within > 0 || this.isDone) return;
      this.#edition = editions.find(
        (each) => marks[each].element === local && marks[each].namespace.test(uri),
      );
      if (!this.#edition) return;
      this.#within = this.#depth;
      this.#verify = attributes.verify?.value;
    });
    parser.on('closetag', () => {
      if (this.#depth-- === this.#within) this.#end();
    });
    parser.on('text', (text) => {
      if (this.#isInside) this.#text = keep(this.#text, text);
    });
    parser.on('cdata', (text) => {
      countPart();
      if (this.#isInside) this.#cdata = keep(this.#cdata, text);
    });
  }

  write(slice: string): void {
    this.#parser.write(slice);
  }

  get isDone(): boolean {
    return this.#ended >= this.#limit;
  }

  #end(): void {
    const text = this.#cdata.trim() || this.#text.trim() || this.#verify;
    if (text && this.#edition) this.found.push({ edition: this.#edition, text });
    this.#ended += 1;
    this.#within = 0;
    this.#text = '';
    this.#cdata = '';
  }

  /** Directly inside the element. */
  get #isInside(): boolean {
    return this.#within > 0 && this.#depth === this.#within;
  }
}

function allow(n: number, limit: number, problem: string): void {
  if (n > limit) throw new Error(`the SVG ${problem}`);
}

function keep(before: string, more: string): string {
  if (before.length + more.length > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
  return before + more;
}
