import { openPdf, type PdfFile } from './pdf-file.ts';
import {
  type ContentText,
  type DrawnGlyph,
  decodeUtf16,
  encodeUtf16,
  readContentText,
  type TextChanges,
} from './pdf-text.ts';

/**
 * Corrects the text that readers copy from a PDF. A letter with signs is drawn with several glyphs,
 * and Typst maps each of them to the whole cluster (ToUnicode, ISO 32000 §9.10.3). Readers that
 * ignore ActualText (§14.9.4) repeat the cluster. Here each drawn glyph gets its share of the
 * cluster, in reading order, so that the shares add up to the text in any reader.
 */
export function fixCopiedText(pdf: Buffer): Buffer {
  setPageDirection(pdf);
  if (!pdf.includes('/Subtype /Type0')) return pdf;
  const file = openPdf(pdf);
  if (!file) return pdf;
  const fonts = readFonts(file);
  const changed = [...fonts.values()].filter((font) => {
    const isFixed = [fixLigatures(font.texts), removeInvisibles(font.texts)].includes(true);
    return isFixed || hasClusters(font.texts) || hasSigns(font);
  });
  if (changed.length === 0) return pdf;
  for (const [id, value] of file.values) {
    const names = readFontNames(value);
    const stream = names && (/\/Contents (\d+) 0 R/.exec(value)?.[1] ?? id);
    const content = stream === undefined ? undefined : file.readStream(Number(stream));
    if (!names || content === undefined) continue;
    const findFont = (name: string): Font | undefined => {
      const font = fonts.get(names.get(name) ?? 0);
      return font && changed.includes(font) ? font : undefined;
    };
    file.setStream(Number(stream), shareClusters(readContentText(content), findFont));
  }
  for (const font of changed) storeFont(file, font);
  return file.write();
}

const rightToLeftPages = '/ViewerPreferences <<\n    /Direction /R2L\n';

/**
 * PDFium reverses the words of left-to-right lines, such as URLs, if the pages of a file go from right
 * to left. Otherwise it finds the direction of each line. Changes the file in place.
 */
function setPageDirection(pdf: Buffer): void {
  const at = pdf.indexOf(rightToLeftPages);
  if (at >= 0) pdf.write(rightToLeftPages.replace('R2L', 'L2R'), at, 'latin1');
}

type Font = {
  toUnicode: number;
  descendant: number;
  /** Text by glyph, as Typst maps them. */
  texts: Map<number, string>;
  /** Widths by glyph. Glyphs without width are missing. */
  widths: Map<number, string>;
  /** Glyph and text by the number that content streams draw (CID). */
  shares: Map<number, { glyph: number; text: string }>;
  /** Numbers by glyph and text. */
  numbers: Map<string, number>;
  /** The first number that is no glyph's. */
  nextNumber: number;
};

/** TrueType fonts by the number of their object. Others are not subsets with signs. */
function readFonts(file: PdfFile): Map<number, Font> {
  const { values } = file;
  const fonts = new Map<number, Font>();
  for (const [id, value] of values) {
    const [, descendant] = /\/DescendantFonts \[(\d+) 0 R\]/.exec(value) ?? [];
    const [, toUnicode] = /\/ToUnicode (\d+) 0 R/.exec(value) ?? [];
    const dictionary = values.get(Number(descendant)) ?? '';
    if (!toUnicode || !dictionary.includes('/CIDToGIDMap /Identity')) continue;
    const texts = new Map<number, string>();
    const map = file.readStream(Number(toUnicode)) ?? '';
    for (const [, glyph = '', hex = ''] of map.matchAll(/<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>\n/g))
      texts.set(
        Number.parseInt(glyph, 16),
        decodeUtf16(Buffer.from(hex, 'hex').toString('latin1')),
      );
    const widths = readWidths(dictionary);
    fonts.set(id, {
      ...{ toUnicode: Number(toUnicode), descendant: Number(descendant), texts, widths },
      ...{ shares: new Map(), numbers: new Map() },
      nextNumber: Math.max(...texts.keys(), ...widths.keys()) + 1,
    });
  }
  return fonts;
}

function readFontNames(value: string): Map<string, number> | undefined {
  const [, list] = /\/Font <<((?:\s*\/\w+ \d+ 0 R)+)\s*>>/.exec(value) ?? [];
  if (!list) return undefined;
  return new Map(
    [...list.matchAll(/(\/\w+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, Number(id)]),
  );
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** True if several glyphs are mapped to one cluster. */
function hasClusters(texts: Map<number, string>): boolean {
  const clusters = [...texts.values()].filter(isCluster);
  return new Set(clusters).size < clusters.length;
}

/** Readers reverse right-to-left lines, so shares would be in the wrong order there. */
function isCluster(text: string): boolean {
  return text.length > 1 && !rightToLeft.test(text);
}

/** A point or vowel sign, which Typst maps to the letter that it belongs to. */
const isSign = ({ widths }: Font, glyph: number, text: string): boolean =>
  text.length > 1 && rightToLeft.test(text) && !widths.has(glyph);

const hasSigns = (font: Font): boolean =>
  [...font.texts].some(([glyph, text]) => isSign(font, glyph, text));

/**
 * Typst maps a letter to itself and the invisible characters after it, such as a soft hyphen or a
 * break opportunity. PDF.js then leaves out the letter wherever it is. From right to left, Typst adds
 * those before it, which readers move behind it.
 */
const removeInvisible = (text: string): string =>
  rightToLeft.test(text)
    ? text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    : text.replace(/(?<=\P{Cf})\p{Cf}+$/u, '');

function removeInvisibles(texts: Map<number, string>): boolean {
  const changed = [...texts].filter(([, text]) => removeInvisible(text) !== text);
  for (const [glyph, text] of changed) texts.set(glyph, removeInvisible(text));
  return changed.length > 0;
}

type Cluster = { font: Font; text: string; span: number; block: number; glyphs: number[] };

/** Splits every cluster and returns the changed content. */
function shareClusters(
  { glyphs, rewrite }: ContentText,
  findFont: (name: string) => Font | undefined,
): string {
  const changes: TextChanges = { numbers: new Map(), spanTexts: new Map(), silent: new Set() };
  for (const cluster of findClusters(glyphs, findFont))
    if (rightToLeft.test(cluster.text)) keepTexts(cluster, glyphs, changes);
    else share(cluster, glyphs, changes);
  return rewrite(changes);
}

function findClusters(glyphs: DrawnGlyph[], fontOf: (name: string) => Font | undefined): Cluster[] {
  const clusters: Cluster[] = [];
  let last: Cluster | undefined;
  for (const [index, { font: name, glyph, actualText, span, block }] of glyphs.entries()) {
    const font = fontOf(name);
    const text = font && removeInvisible(actualText ?? font.texts.get(glyph) ?? '');
    const next: Cluster | undefined = text
      ? { font, text, span, block, glyphs: [index] }
      : undefined;
    if (last && next && isSameCluster(last, next, glyphs)) {
      last.glyphs.push(index);
      Object.assign(last, { span, block });
    } else {
      last = next;
      if (next) clusters.push(next);
    }
  }
  return clusters;
}

/** Typst moves raised and lowered signs to a text object of their own. */
function isSameCluster(last: Cluster, next: Cluster, glyphs: DrawnGlyph[]): boolean {
  if (last.font !== next.font || last.text !== next.text) return false;
  if (next.span > 0 && next.span === last.span) return true;
  const getGlyph = (index: number | undefined) => glyphs[index ?? -1]?.glyph;
  const isRepeated = last.glyphs.some((index) => getGlyph(index) === getGlyph(next.glyphs[0]));
  return isCluster(next.text) && next.block > last.block && !isRepeated;
}

/** A letter has the text of its signs too, which have none of their own. */
function keepTexts(cluster: Cluster, glyphs: DrawnGlyph[], changes: TextChanges): void {
  const { font, text, glyphs: drawn } = cluster;
  const getGlyph = (index: number) => glyphs[index]?.glyph ?? 0;
  const [signs = [], letters = []] = [true, false].map((sign) =>
    drawn.filter((index) => isSign(font, getGlyph(index), text) === sign),
  );
  for (const index of letters) {
    const isAlone = letters.length === 1 && cluster.span > 0;
    const own = isAlone ? text : (font.texts.get(getGlyph(index)) ?? text);
    const number = assignNumber(font, getGlyph(index), reverseLetters(own));
    changes.numbers.set(index, number);
  }
  for (const index of signs) {
    changes.numbers.set(index, assignNumber(font, getGlyph(index), FILLER));
    if (cluster.span === 0) changes.silent.add(index);
  }
  if (cluster.span > 0)
    changes.spanTexts.set(cluster.span, letters.length > 0 ? reverseLetters(text) : NO_TEXT);
}

function share(
  { font, text, glyphs: drawn }: Cluster,
  glyphs: DrawnGlyph[],
  { numbers, spanTexts, silent }: TextChanges,
): void {
  const blocks = Map.groupBy(drawn, (index) => glyphs[index]?.block);
  // Readers sort text objects by position, so a sign in its own text object gets no share.
  const isMovedSign = (index: number) =>
    blocks.size > 1 && glyphs[index]?.isShifted && blocks.get(glyphs[index].block)?.length === 1;
  const sharing = drawn.filter((index) => !isMovedSign(index));
  const parts = splitCluster(text, sharing.length);
  for (const index of drawn) {
    const { glyph = 0, span = 0 } = glyphs[index] ?? {};
    const part = parts[sharing.indexOf(index)] ?? '';
    numbers.set(index, assignNumber(font, glyph, part || FILLER));
    if (span > 0) spanTexts.set(span, `${spanTexts.get(span) ?? ''}${part}`.normalize('NFC'));
    else if (!part) silent.add(index);
  }
}

/** PDFium ignores empty texts. */
const NO_TEXT = '\u0000';
/** Word joiner. PDF/A allows no empty text. */
const FILLER = '\u2060';

/** Shares of a cluster for `count` glyphs: one letter each, and the rest for the last one. */
export function splitCluster(text: string, count: number): string[] {
  const composed = [...text];
  // Vowels with two parts have a letter for each part.
  const letters = composed.length < count ? [...text.normalize('NFD')] : composed;
  return [...letters.slice(0, count - 1), letters.slice(count - 1).join('')].filter(Boolean);
}

/** A glyph drawn for another text gets another number. */
function assignNumber(font: Font, glyph: number, text: string): number {
  const key = `${glyph} ${text}`;
  let number = font.numbers.get(key);
  if (number === undefined) {
    number = font.shares.has(glyph) ? font.nextNumber++ : glyph;
    font.shares.set(number, { glyph, text });
    font.numbers.set(key, number);
  }
  return number;
}

function storeFont(
  file: PdfFile,
  { toUnicode, descendant, texts, widths, shares, nextNumber }: Font,
): void {
  const entries = new Map([...texts].map(([glyph, text]) => [glyph, { glyph, text }]));
  for (const [number, share] of shares) entries.set(number, share);
  const sorted = [...entries].sort(([one], [other]) => one - other);
  const lines = sorted.map(
    ([number, { text }]) =>
      `<${number.toString(16).toUpperCase().padStart(4, '0')}> <${encodeUtf16(text)}>\n`,
  );
  const blocks = splitIntoHundreds(lines).map(
    (part) => `${part.length} beginbfchar\n${part.join('')}endbfchar\n`,
  );
  const table = replaceBlocks(file.readStream(toUnicode) ?? '', blocks.join(''));
  file.setStream(toUnicode, table);
  const more = sorted.filter(([number, { glyph }]) => number !== glyph);
  if (more.length === 0) return;
  const { values } = file;
  const dictionary = values.get(descendant) ?? '';
  const map = Buffer.alloc(2 * nextNumber);
  for (let number = 0; number < nextNumber; number++)
    map.writeUInt16BE(entries.get(number)?.glyph ?? number, 2 * number);
  const list = readWidthList(dictionary);
  const own = more.map(([number, { glyph }]) => `${number} ${number} ${widths.get(glyph) ?? 0}`);
  file.setValue(
    descendant,
    dictionary
      .replace(`/W [${list}]`, () => `/W [${[list, ...own].join(' ')}]`)
      .replace('/CIDToGIDMap /Identity', `/CIDToGIDMap ${file.addStream(map)} 0 R`),
  );
  // PDF/A-2 (6.2.11.4.2): a CIDSet lists every number.
  const [, descriptor] = /\/FontDescriptor (\d+) 0 R/.exec(dictionary) ?? [];
  const [, set] = /\/CIDSet (\d+) 0 R/.exec(values.get(Number(descriptor)) ?? '') ?? [];
  if (set) file.setStream(Number(set), listNumbers(nextNumber));
}

function splitIntoHundreds<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, n) =>
    all.slice(100 * n, 100 * (n + 1)),
  );
}

/** Replaces everything from the first `beginbfchar` line to the last `endbfchar` line. */
function replaceBlocks(map: string, blocks: string): string {
  const first = map.indexOf(' beginbfchar\n');
  const last = map.lastIndexOf('endbfchar\n');
  if (first < 0 || last < first) return map;
  return `${map.slice(0, map.lastIndexOf('\n', first) + 1)}${blocks}${map.slice(last + 'endbfchar\n'.length)}`;
}

/** Returns the inside of `/W [...]`, as Typst writes it: without inner lists. */
function readWidthList(dictionary: string): string {
  const from = dictionary.indexOf('/W [');
  return from < 0 ? '' : dictionary.slice(from + '/W ['.length, dictionary.indexOf(']', from));
}

/** Reads the ranges of a font's widths (§9.7.4.3): first glyph, last glyph, width. */
function readWidths(dictionary: string): Map<number, string> {
  const values = readWidthList(dictionary).split(/\s/).filter(Boolean);
  const widths = new Map<number, string>();
  for (let n = 0; n + 2 < values.length; n += 3)
    for (let glyph = Number(values[n]); glyph <= Number(values[n + 1]); glyph++)
      widths.set(glyph, values[n + 2] ?? '0');
  return widths;
}

/** A bit per number, the highest bit first. */
function listNumbers(count: number): string {
  const bytes = Buffer.alloc(Math.ceil(count / 8));
  for (let number = 0; number < count; number++)
    bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (0x80 >> (number & 7));
  return bytes.toString('latin1');
}

/** Maps each ligature to one character, as below. Returns false if there is none. */
function fixLigatures(texts: Map<number, string>): boolean {
  const used = Map.groupBy(texts.keys(), (glyph) => texts.get(glyph) ?? '');
  let isChanged = false;
  for (const [text, glyphs] of used) {
    const form = presentationForms().get(text);
    const [glyph = 0, ...others] = glyphs;
    if (!form || others.length > 0) continue;
    texts.set(glyph, form);
    isChanged = true;
  }
  return isChanged;
}

/** Readers reverse right-to-left lines letter by letter, also a letter and its signs. */
const reverseLetters = (text: string): string =>
  presentationForms().get(text) ?? [...text].reverse().join('');

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
