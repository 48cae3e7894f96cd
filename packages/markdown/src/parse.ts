import MarkdownIt, { type Token } from 'markdown-it';

/** The supported subset of Markdown: no raw HTML, no pictures, only http and https links. */
export type Inline =
  | { is: 'text' | 'code'; text: string }
  | { is: 'break' }
  | { is: 'strong' | 'emphasis'; of: Inline[] }
  | { is: 'link'; to: string; of: Inline[] };

/**
 * `from` is the first number of an ordered list. Headings have no level, because the text is part
 * of a larger page.
 */
export type Block =
  | { is: 'paragraph' | 'heading'; of: Inline[] }
  | { is: 'quote'; of: Block[] }
  | { is: 'list'; from: number | null; items: Block[][] }
  | { is: 'code'; text: string }
  | { is: 'rule' };

const MAX_LENGTH = 10_000;
const MAX_LINK_LENGTH = 2_048;
/** Limit of steps spent on finding closing brackets. Beyond it, brackets are text. */
const MAX_STEPS = 100_000;
// Deeper nesting is flattened into its parent.
const MAX_NESTING = 4;

// CommonMark with line breaks kept, because most input is plain text. Indented code is off: four
// spaces are indentation there.
const reader = new MarkdownIt('commonmark', { html: false, breaks: true, maxNesting: 100 }).disable(
  ['code', 'html_block', 'html_inline'],
);
reader.validateLink = (url) => url.length <= MAX_LINK_LENGTH && /^https?:\/\/[^/]/i.test(url);

// The parser rescans the rest of the text for each unclosed bracket.
const { parseLinkLabel } = reader.helpers;
const inline: typeof reader.inline = Object.getPrototypeOf(reader.inline);
type ParserProgress = { steps: number };
reader.helpers.parseLinkLabel = (state, ...where) =>
  (state.env as ParserProgress).steps > MAX_STEPS ? -1 : parseLinkLabel(state, ...where);
reader.inline.skipToken = (state) => {
  (state.env as ParserProgress).steps += 1;
  inline.skipToken.call(reader.inline, state);
};

/**
 * Parses at most 10,000 UTF-16 units of CommonMark. Raw HTML and links with other schemes stay
 * text.
 */
export function parseMarkdown(text: string): Block[] {
  const tokens = reader.parse(text.slice(0, MAX_LENGTH).toWellFormed(), {
    steps: 0,
  } satisfies ParserProgress);
  return convertBlocks(new Reader(tokens), 0);
}

class Reader {
  readonly #tokens: Token[];
  #at = 0;
  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }
  next(): Token | undefined {
    const token = this.#tokens[this.#at++];
    return token && token.nesting >= 0 ? token : undefined;
  }
}

function convertBlocks(tokens: Reader, depth: number): Block[] {
  const blocks: Block[] = [];
  for (let token = tokens.next(); token; token = tokens.next())
    blocks.push(...convertBlock(token, tokens, depth));
  return blocks;
}

function convertBlock(token: Token, tokens: Reader, depth: number): Block[] {
  switch (token.type) {
    case 'paragraph_open':
      return [{ is: 'paragraph', of: convertLine(tokens) }];
    case 'heading_open':
      return [{ is: 'heading', of: convertLine(tokens) }];
    case 'blockquote_open': {
      const of = convertBlocks(tokens, depth + 1);
      return depth < MAX_NESTING ? [{ is: 'quote', of }] : of;
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const items: Block[][] = [];
      while (tokens.next()) items.push(convertBlocks(tokens, depth + 1));
      const from = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null;
      return depth < MAX_NESTING ? [{ is: 'list', from, items }] : items.flat();
    }
    case 'fence':
      return [{ is: 'code', text: token.content.trimEnd() }];
    case 'hr':
      return [{ is: 'rule' }];
    default:
      return [];
  }
}

function convertLine(tokens: Reader): Inline[] {
  const inline = tokens.next();
  const of = convertInlines(new Reader(inline?.children ?? []), 0);
  if (inline) tokens.next();
  return of;
}

function convertInlines(tokens: Reader, depth: number): Inline[] {
  const parts: Inline[] = [];
  for (let token = tokens.next(); token; token = tokens.next()) {
    const last = parts.at(-1);
    for (const part of convertInline(token, tokens, depth))
      if (part.is === 'text' && last?.is === 'text') last.text += part.text;
      else parts.push(part);
  }
  return parts;
}

function convertInline(token: Token, tokens: Reader, depth: number): Inline[] {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return [{ is: 'break' }];
    case 'code_inline':
      return [{ is: 'code', text: token.content }];
    case 'strong_open':
    case 'em_open': {
      const of = convertInlines(tokens, depth + 1);
      const is = token.type === 'em_open' ? 'emphasis' : 'strong';
      return depth < MAX_NESTING ? [{ is, of }] : of;
    }
    case 'link_open': {
      const of = convertInlines(tokens, depth + 1);
      const to = String(token.attrGet('href') ?? '');
      // `[here]()` is valid Markdown, but Typst rejects empty links.
      return to ? [{ is: 'link', to, of }] : of;
    }
    // Includes pictures: their alternative text.
    default:
      return token.content ? [{ is: 'text', text: token.content }] : [];
  }
}
