import { SaxesParser } from 'saxes';
import { mostBaked, tooLarge } from './bake.ts';

const namespace = /^http:\/\/openbadges\.org\/?$/;
// Far more than programs that draw write; what is within costs time by its length only.
const deepest = 250;
/** Elements, comments, sections and processing instructions. */
const mostParts = 100_000;
const mostAttributes = 1_000;
const mostFaults = 100;
const sliceLength = 16 * 1024;

/**
 * The assertion element's text, or the address that it names (Open Badges 2.0 Baking §SVG). What is no good XML is read
 * on, since pictures name entities of a DTD; others may run between the slices.
 */
export async function unbakeSvg(svg: string): Promise<string | undefined> {
  const reader = new AssertionReader();
  for (let at = 0; at < svg.length && !reader.isDone; at += sliceLength) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    // Read as line breaks all the same (XML 1.0 §2.11), but one by one.
    reader.write(svg.slice(at, at + sliceLength).replaceAll(/\r\n?/g, '\n'));
  }
  return reader.found;
}

class AssertionReader {
  isDone = false;
  readonly #parser = new SaxesParser({ xmlns: true });
  #parts = 0;
  #depth = 0;
  #attributes = 0;
  #faults = 0;
  /** Depth of the assertion element while in it. */
  #within = 0;
  #address: string | undefined;
  #text = '';
  #cdata = '';

  constructor() {
    const parser = this.#parser;
    parser.on('error', () => allow(++this.#faults, mostFaults, 'is no good XML'));
    const countPart = () => allow(++this.#parts, mostParts, 'has too many elements');
    parser.on('comment', countPart);
    parser.on('processinginstruction', countPart);
    parser.on('opentagstart', () => {
      countPart();
      this.#attributes = 0;
    });
    parser.on('attribute', () =>
      allow(++this.#attributes, mostAttributes, 'has an element with too many attributes'),
    );
    parser.on('opentag', ({ local, uri, attributes }) => {
      allow(++this.#depth, deepest, 'is nested too deeply');
      if (this.#within > 0 || this.isDone || local !== 'assertion' || !namespace.test(uri)) return;
      this.#within = this.#depth;
      this.#address = attributes.verify?.value;
    });
    parser.on('closetag', () => {
      if (this.#depth-- !== this.#within) return;
      this.#within = 0;
      this.isDone = true;
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

  /** Undefined until its end was seen. */
  get found(): string | undefined {
    if (!this.isDone) return undefined;
    return this.#cdata.trim() || this.#text.trim() || this.#address;
  }

  /** Directly in the assertion element. */
  get #isInside(): boolean {
    return this.#within > 0 && this.#depth === this.#within;
  }
}

function allow(n: number, most: number, fault: string): void {
  if (n > most) throw new Error(`the SVG ${fault}`);
}

function keep(kept: string, more: string): string {
  if (kept.length + more.length > mostBaked) throw new Error(tooLarge);
  return kept + more;
}
