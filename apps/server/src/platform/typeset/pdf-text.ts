/** Operands and operators of a content stream (ISO 32000 §7.8.2). */
type Token = { kind: 'string' | 'word'; text: string; from: number; to: number };

/** One glyph that a content stream draws. Fonts are named as the stream names them. */
export type DrawnGlyph = {
  font: string;
  glyph: number;
  /** Text of the surrounding span (§14.9.4), if it has one. */
  actualText?: string | undefined;
  /** Number of the surrounding span with such a text, or of none. */
  span: number;
  /** Number of the text object (BT … ET). */
  block: number;
  /** True if the first glyph of an operator isn't drawn where the one before ended. */
  isShifted: boolean;
};

/** A content stream whose glyphs and texts of spans can be replaced. */
export type ContentText = { glyphs: DrawnGlyph[]; rewrite: (changes: TextChanges) => string };

export type TextChanges = {
  /** Number to draw instead, by index in `glyphs`. */
  numbers: Map<number, number>;
  spanTexts: Map<number, string>;
  /** Indexes of glyphs outside spans that get a span without text. */
  silent: Set<number>;
};

type Edit = { from: number; to: number; text: (changes: TextChanges) => string };

/** Reads a content stream with 2-byte glyph numbers. */
export function readContentText(content: string): ContentText {
  const reader = new ContentReader();
  let operands: Token[] = [];
  let operatorEnd = 0;
  for (const token of readTokens(content)) {
    if (token.kind !== 'word' || !/^[A-Za-z'"*]/.test(token.text)) {
      operands.push(token);
      continue;
    }
    reader.read(token, operands, operatorEnd);
    operands = [];
    operatorEnd = token.to;
  }
  return {
    glyphs: reader.glyphs,
    rewrite(changes) {
      let [result, at] = ['', 0];
      for (const { from, to, text } of reader.edits) {
        result += content.slice(at, from) + text(changes);
        at = to;
      }
      return result + content.slice(at);
    },
  };
}

class ContentReader {
  readonly glyphs: DrawnGlyph[] = [];
  readonly edits: Edit[] = [];
  readonly #marks: { span: number; text?: string | undefined }[] = [];
  #font = '';
  #block = 0;
  #spans = 0;

  read(operator: Token, operands: Token[], lastOperatorEnd: number): void {
    switch (operator.text) {
      case 'Tf':
        this.#font = operands.at(-2)?.text ?? '';
        break;
      case 'BT':
        this.#block++;
        break;
      case 'BMC':
      case 'BDC':
        this.#beginMarked(operands);
        break;
      case 'EMC':
        this.#marks.pop();
        break;
      case 'Tj':
      case 'TJ':
        this.#show(operator, operands, lastOperatorEnd);
    }
  }

  get #outer() {
    return this.#marks.at(-1) ?? { span: 0 };
  }

  #beginMarked(operands: Token[]): void {
    const at = operands.findIndex(({ text }) => text === '/ActualText');
    const own = at >= 0 ? operands[at + 1] : undefined;
    if (own?.kind !== 'string') return void this.#marks.push(this.#outer);
    const text = decodeText(own.text);
    const span = ++this.#spans;
    this.#marks.push({ span, text });
    const replaced = ({ spanTexts }: TextChanges) => `<${encodeText(spanTexts.get(span) ?? text)}>`;
    this.edits.push({ from: own.from, to: own.to, text: replaced });
  }

  #show(operator: Token, operands: Token[], from: number): void {
    const { glyphs, edits } = this;
    const first = glyphs.length;
    // A span can't surround a part of an operator, so the operator is repeated for each part.
    const split = (index: number, { silent }: TextChanges): string => {
      if (index === first || silent.has(index) === silent.has(index - 1)) return '';
      const mark = silent.has(index) ? SILENCE_START : SILENCE_END;
      return operator.text === 'TJ' ? `] TJ${mark}\n[` : ` Tj${mark}\n`;
    };
    const strings: Edit[] = [];
    for (const { kind, text: bytes, from, to } of operands) {
      const own = kind === 'string' ? readGlyphs(bytes) : [];
      if (own.length === 0) continue;
      const at = glyphs.length;
      for (const [n, glyph] of own.entries())
        glyphs.push({
          ...{ font: this.#font, glyph, block: this.#block },
          ...{ actualText: this.#outer.text, span: this.#outer.span },
          isShifted: at + n === first && operands[0]?.kind === 'word',
        });
      const replaced = (changes: TextChanges): string => {
        const parts = own.map((glyph, n) => {
          const digits = encodeGlyph(changes.numbers.get(at + n) ?? glyph);
          const separator = n > 0 && split(at + n, changes);
          return separator ? `>${separator}<${digits}` : digits;
        });
        return `${split(at, changes)}<${parts.join('')}>`;
      };
      strings.push({ from, to, text: replaced });
    }
    const last = glyphs.length - 1;
    if (last < first) return;
    const wrap = (at: number, index: number, mark: string): Edit => {
      return { from: at, to: at, text: ({ silent }) => (silent.has(index) ? mark : '') };
    };
    edits.push(wrap(from, first, SILENCE_START), ...strings);
    edits.push(wrap(operator.to, last, SILENCE_END));
  }
}

/** PDFium ignores empty texts. */
const SILENCE_START = '\n/Span << /ActualText <FEFF0000> >> BDC';
const SILENCE_END = '\nEMC';

const tokens = /<([\da-fA-F\s]*)>|\/?[^\s()<>[\]{}/%]+|\(|%[^\n]*|[\s\S]/y;

function* readTokens(content: string): Generator<Token> {
  for (let from = 0; from < content.length; ) {
    tokens.lastIndex = from;
    const [text = '', hex] = tokens.exec(content) ?? [];
    let to = from + text.length;
    if (text === '(') {
      const literal = readLiteral(content, from);
      to = literal.to;
      yield { kind: 'string', text: literal.bytes, from, to };
    } else if (hex !== undefined) {
      const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1');
      yield { kind: 'string', text: bytes, from, to };
    } else if (/^[^\s()<>[\]{}%]/.test(text)) yield { kind: 'word', text, from, to };
    from = to;
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

/** Decodes a literal string (§7.3.4.2) that starts at an opening parenthesis. */
function readLiteral(content: string, from: number): { bytes: string; to: number } {
  const pieces = /\\([0-7]{1,3}|[\s\S])|[()]|[^\\()]+/y;
  pieces.lastIndex = from + 1;
  let bytes = '';
  let depth = 1;
  for (let found = pieces.exec(content); found; found = pieces.exec(content)) {
    const [piece, escaped] = found;
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (depth === 0) break;
    bytes += escaped === undefined ? piece : unescapeCharacter(escaped);
  }
  return { bytes, to: pieces.lastIndex || content.length };
}

function unescapeCharacter(escaped: string): string {
  return /^[0-7]/.test(escaped)
    ? String.fromCharCode(Number.parseInt(escaped, 8))
    : (escapes[escaped] ?? escaped);
}

function readGlyphs(bytes: string): number[] {
  return Array.from(
    { length: bytes.length >> 1 },
    (_, n) => bytes.charCodeAt(2 * n) * 256 + bytes.charCodeAt(2 * n + 1),
  );
}

function encodeGlyph(glyph: number): string {
  return glyph.toString(16).padStart(4, '0');
}

/** Decodes a text string (§7.9.2.2). */
function decodeText(bytes: string): string {
  return bytes.startsWith('\xfe\xff') ? decodeUtf16(bytes.slice(2)) : bytes;
}

function encodeText(text: string): string {
  return `FEFF${encodeUtf16(text)}`;
}

/** Decodes UTF-16BE in Latin-1. */
export function decodeUtf16(bytes: string): string {
  return Buffer.from(bytes, 'latin1').swap16().toString('utf16le');
}

/** Encodes as UTF-16BE in hexadecimal digits. */
export function encodeUtf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
