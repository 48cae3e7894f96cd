import { SaxesParser } from 'saxes';
import { MAX_BAKED_BYTES, tooLargeMessage } from './bake.ts';
import { type BakedText, type Edition, marks } from './png.ts';

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
export async function unbakeSvg(
  svg: string,
  editions: readonly Edition[],
  most: number,
): Promise<BakedText[]> {
  const reader = new BakedReader(editions, most);
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
  readonly #most: number;

  constructor(editions: readonly Edition[], most: number) {
    this.#most = most;
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
    return this.#ended >= this.#most;
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

function allow(n: number, most: number, problem: string): void {
  if (n > most) throw new Error(`the SVG ${problem}`);
}

function keep(before: string, more: string): string {
  if (before.length + more.length > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
  return before + more;
}
