import { type Block, type Inline, renderPlainText } from '@insignia/markdown';
import { countGraphemes, type FontChoice, type TextSetter } from './text-setter.ts';

type TextStyle = { strong: boolean; emphasis: boolean; code: boolean; to: string | null };
/** Adjacent text in one style. */
type Run = TextStyle & { text: string };
type Line = { runs: Run[]; rtl: boolean } & FontChoice;
/** `n` is the number of lines before, so that templates can truncate. */
type FlowBlock = { n: number } & (
  | ({ is: 'paragraph' | 'heading' | 'code' } & Line)
  | { is: 'quote'; of: FlowBlock[] }
  | { is: 'list'; from: number | null; items: { n: number; of: FlowBlock[] }[] }
  | { is: 'rule' }
);

/** Markdown for templates, truncated to `maxLength` graphemes. An empty line counts as one. */
export function createTextFlow(
  blocks: Block[],
  setting: TextSetter,
  maxLength: number,
): { of: FlowBlock[]; lines: number; isCut: boolean } {
  const flow = new FlowBuilder(setting, maxLength);
  return { of: flow.blocks(blocks), lines: flow.lines, isCut: flow.isCut };
}

class FlowBuilder {
  readonly #setting: TextSetter;
  #left: number;
  lines = 0;
  isCut = false;

  constructor(setting: TextSetter, maxLength: number) {
    this.#setting = setting;
    this.#left = maxLength;
  }

  blocks(blocks: Block[]): FlowBlock[] {
    const flows: FlowBlock[] = [];
    for (const block of blocks) {
      if (this.#isFull()) break;
      flows.push(this.#block(block));
    }
    return flows;
  }

  #isFull(): boolean {
    if (this.#left <= 0) this.isCut = true;
    return this.isCut;
  }

  #block(block: Block): FlowBlock {
    const n = this.lines;
    switch (block.is) {
      case 'paragraph':
      case 'heading':
        return { n, is: block.is, ...this.#line(block.of, renderPlainText([block])) };
      case 'code':
        return { n, is: 'code', ...this.#line([{ is: 'text', text: block.text }], block.text) };
      case 'quote':
        return { n, is: 'quote', of: this.blocks(block.of) };
      case 'list':
        return { n, is: 'list', from: block.from, items: this.#items(block.items) };
      case 'rule':
        this.#count(1);
        return { n, is: 'rule' };
    }
  }

  #items(items: Block[][]): { n: number; of: FlowBlock[] }[] {
    const flows: { n: number; of: FlowBlock[] }[] = [];
    for (const item of items) {
      if (this.#isFull()) break;
      const n = this.lines;
      const of = this.blocks(item);
      if (this.lines === n) this.#count(1);
      flows.push({ n, of });
    }
    return flows;
  }

  #line(parts: Inline[], plain: string): Line {
    const letters = this.#setting.letters(plain);
    const runs = this.#runs(parts, { strong: false, emphasis: false, code: false, to: null });
    this.#count(0);
    // Only Latin, Greek and Cyrillic have italics. Elsewhere, bold emphasizes.
    const leans = letters.font === 'Noto Sans';
    const shown = leans
      ? runs
      : runs.map((run) => ({ ...run, strong: run.strong || run.emphasis }));
    return { ...letters, rtl: this.#setting.field(plain).rtl, runs: shown };
  }

  #runs(parts: Inline[], style: TextStyle): Run[] {
    return parts.flatMap((part) => (this.#isFull() ? [] : this.#run(part, style)));
  }

  #run(part: Inline, style: TextStyle): Run[] {
    switch (part.is) {
      case 'text':
        return [{ ...style, text: this.#text(part.text) }];
      case 'code':
        return [{ ...style, code: true, text: this.#text(part.text) }];
      case 'break':
        return [{ ...style, text: this.#text('\n') }];
      case 'link':
        return this.#runs(part.of, { ...style, to: part.to });
      case 'strong':
      case 'emphasis':
        return this.#runs(part.of, { ...style, [part.is]: true });
    }
  }

  #text(text: string): string {
    const field = this.#setting.field(text, this.#left);
    this.#left -= countGraphemes(field.text);
    if (field.isCut) this.isCut = true;
    return field.text;
  }

  #count(empty: number): void {
    this.lines += 1;
    this.#left -= empty;
  }
}
