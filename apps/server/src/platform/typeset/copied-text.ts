/**
 * Corrects the text that readers copy from a PDF, in place: the ToUnicode CMaps (ISO 32000 §9.10.3)
 * are plain text, and replacements are never longer.
 */
export function fixCopiedText(pdf: Buffer): Buffer {
  for (let from = pdf.indexOf('/Type /CMap'); from >= 0; from = pdf.indexOf('/Type /CMap', from)) {
    const to = pdf.indexOf('endstream', from);
    if (to < 0) break;
    pdf.write(fixTable(pdf.toString('latin1', from, to)), from, 'latin1');
    from = to;
  }
  return pdf;
}

const entry = /<([0-9A-F]{4})> <((?:[0-9A-F]{4}){2,})>\n/g;

function fixTable(table: string): string {
  const glyphs = new Map<string, string>();
  for (const [, glyph = '', hex = ''] of table.matchAll(/<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>\n/g))
    glyphs.set(glyph, decodeText(hex));
  const mended = fixGlyphTexts(glyphs);
  return table.replace(entry, (line, glyph: string) => {
    const text = mended.get(glyph);
    return text === undefined
      ? line
      : `${`<${glyph}> <${encodeHex(text)}>`.padEnd(line.length - 1)}\n`;
  });
}

/** Better texts for glyphs of letter clusters. */
export function fixGlyphTexts(glyphs: Map<string, string>): Map<string, string> {
  const mended = new Map<string, string>();
  const glyphsOf = Map.groupBy(glyphs.keys(), (glyph) => glyphs.get(glyph) ?? '');
  const known = new Set([...glyphsOf.keys()].filter((text) => text.length === 1));
  for (const [text, same] of glyphsOf) {
    const form = presentationForms().get(text);
    const letters = form && same.length === 1 ? [form] : decodeLetters(text, same.length, known);
    for (const [n, letter] of letters.entries()) {
      mended.set(same[n] ?? '', letter);
      known.add(letter);
    }
  }
  return mended;
}

const signed = /^\P{Mark}\p{Mark}+$/u;
const inOrder = /^[\p{Script=Thai}\p{Script=Lao}]+$/u;

/**
 * A letter with signs is drawn with several glyphs, each mapped to the whole cluster, so readers
 * that ignore ActualText (§14.9.4) repeat it. These scripts draw signs in writing order. Glyphs are
 * numbered by first use, so a letter used before has a number already.
 */
function decodeLetters(text: string, count: number, known: Set<string>): string[] {
  const signs = text.replace('\u0e33', '\u0e4d\u0e32').replace('\u0eb3', '\u0ecd\u0eb2');
  if (!inOrder.test(text) || !(signed.test(text) || signs !== text)) return [];
  const letters = [...raised(signs)];
  for (let at = 0; letters.length > count && at < letters.length; )
    if (known.has(letters[at] ?? '')) letters.splice(at, 1);
    else at++;
  return letters.length === count ? letters : [];
}

/** Thai sara am: its ring is drawn below a tone mark written before it. */
function raised(text: string): string {
  return text
    .replace(/([\u0e48-\u0e4b])\u0e4d/, '\u0e4d$1')
    .replace(/([\u0ec8-\u0ecb])\u0ecd/, '\u0ecd$1');
}

let forms: Map<string, string> | undefined;

/**
 * Readers reverse Arabic lines letter by letter, also within ligatures. As a single presentation
 * form, mandatory ligatures (lam-alef) stay intact.
 */
function presentationForms(): Map<string, string> {
  if (forms) return forms;
  forms = new Map();
  for (let code = 0xfb50; code <= 0xfefc; code++) {
    const form = String.fromCharCode(code);
    const letters = form.normalize('NFKC');
    if (/^\p{Script=Arabic}{2,}$/u.test(letters) && !forms.has(letters)) forms.set(letters, form);
  }
  return forms;
}

function decodeText(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

function encodeHex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
