import { createHash } from 'node:crypto';
import { isJwt, isSigned, readValue } from '@insignia/openbadges/either';
import { readSeal } from '../../platform/typeset/pdf-seal.ts';
import type { PdfContent } from './jobs.ts';

const MAX_PAGES = 20;
const MAX_ATTACHMENTS = 20;
/** In bytes, as of a document that is sent alone. */
const MAX_ATTACHMENT = 1024 * 1024;
const MAX_TEXT_LENGTH = 200_000;
/** Long enough for 20 full pages. The main thread searches the text, so it is bounded. */
const MAX_COMPACT_LENGTH = 50_000;
/** A file of 5 MiB can unpack to 5 GiB, which no limit of a thread counts. */
const MAX_UNPACKED_BYTES = 24 * 1024 * 1024;
/** PDF.js reads texts, names and operators one character at a time, and takes some 40 bytes for each. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
/** Objects in arrays, such as arrays and letters in a font. They take some 100 bytes each. */
const MAX_OBJECTS = 400_000;
/** Growing a longer array can take more memory at once than V8 allows. The process of the reader would end. */
const MAX_ITEMS = 2 * MAX_CHARACTERS;
/** Each dictionary is a Map, which takes some 400 bytes. */
const MAX_MAPS = 100_000;
/** Reading the thread's CPU time takes longer than reading a character. */
const STEPS_PER_CHECK = 4_096;
/** PDF.js reads the clock before the first operator of a content stream, and after each hundred. */
const MAX_CLOCK_READINGS = 3_000;
/**
 * PDF.js derives each saved state from the one before it, so reading a state takes longer with
 * each. Other readers accept 28 (ISO 32000-1 Annex C).
 */
const MAX_SAVED_STATES = 1_000;

/** True if readers take a file for a PDF. They skip what is before its header. */
export function isPdf(file: Uint8Array): boolean {
  const head = Buffer.from(file.subarray(0, 1_024));
  return head[0] !== 0x89 && head.includes('%PDF-');
}

/**
 * True if viewers take a file for a picture, and readers for a PDF. Then people may see something
 * else than what is verified.
 */
export function isPictureWithPdf(file: Buffer): boolean {
  const isPicture = file[0] === 0x89 || /^\s*</.test(file.toString('utf8', 0, 1_024));
  return isPicture && file.includes('%PDF-');
}

type PdfJs = typeof import('unpdf/pdfjs');
type Document = Awaited<ReturnType<PdfJs['getDocument']>['promise']>;

/**
 * Reads the credential, the text and the seal of a PDF. Its scripts and pictures stay unread. Ends
 * early once `isOver` returns true.
 */
export async function readPdf(bytes: Uint8Array, isOver: () => boolean): Promise<PdfContent> {
  const { getDocument } = await loadPdfJs();
  const work = limitWork(isOver);
  let loading: ReturnType<typeof getDocument> | undefined;
  try {
    loading = getDocument({
      ...{ data: new Uint8Array(bytes) },
      ...{ isEvalSupported: false, enableXfa: false, useSystemFonts: false, verbosity: 0 },
    });
    const document = await loading.promise;
    const credentials = await readCredentials(document);
    const [credential, ...others] = credentials;
    const text = credential === undefined ? '' : await readText(document);
    if (work.isExceeded) return { error: 'too_complex' };
    if (credential === undefined) return { error: 'without_credential' };
    if (others.length > 0) return { error: 'several_credentials' };
    return {
      ...{ credential, text },
      ...hashSealed(Buffer.from(bytes)),
    };
  } catch (error) {
    if (work.isExceeded) return { error: 'too_complex' };
    return { error: (error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged' };
  } finally {
    work.stop();
    await loading?.destroy();
  }
}

/** Takes longer than reading an ordinary file, once in a thread. */
export async function loadPdfJs(): Promise<PdfJs> {
  const { getResolvedPDFJS } = await import('unpdf');
  return getResolvedPDFJS();
}

/** The attached credentials. Other attachments don't matter. */
async function readCredentials(document: Document): Promise<string[]> {
  const attachments: Map<string, unknown> = (await document.getAttachments()) ?? new Map();
  const found: string[] = [];
  for (const name of [...attachments.keys()].slice(0, MAX_ATTACHMENTS)) {
    const content: Uint8Array | null = await document.getAttachmentContent(name);
    if (!content || content.length > MAX_ATTACHMENT) continue;
    const text = Buffer.from(content).toString('utf8').trim();
    if (isJwt(text) || isCredential(readValue(text))) found.push(text);
  }
  return found;
}

function isCredential(value: unknown): boolean {
  if (isSigned(value)) return true;
  const { '@context': context } = (value ?? {}) as { '@context'?: unknown };
  return JSON.stringify(context ?? '').includes('openbadges');
}

/** The comparable text of all pages. */
async function readText(document: Document): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items)
      if ('str' in item && length <= MAX_TEXT_LENGTH) {
        pieces.push(item.str);
        length += item.str.length + 1;
      }
    if (length > MAX_TEXT_LENGTH) break;
  }
  const compare = (all: readonly string[], maxLength: number): string =>
    toComparableText(all.join(' ').slice(0, MAX_TEXT_LENGTH)).slice(0, maxLength);
  const text = compare(pieces, MAX_COMPACT_LENGTH);
  if (!rightToLeft.test(text)) return text;
  // Letters that are drawn higher or lower are pieces of their own, from left to right.
  const half = MAX_COMPACT_LENGTH / 2;
  return `${text.slice(0, half)}\n${compare(pieces.reverse(), half)}`;
}

const rightToLeft = /[\u0590-\u08ff]/;

/**
 * Points and vowel signs of Hebrew, Arabic and Thaana. Readers change their order, and composing
 * would join them to the letter before. Hamza and madda are parts of letters.
 */
const vowelSigns =
  /[\u0591-\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u07a6-\u07b0]/g;

/** No script has more in a row. Normalizing sorts them in quadratic time. */
const MAX_MARKS = 30;
/**
 * Half-width kana marks decompose to marks. Usual text has fewer than 4 in a row. With 30 in the expression,
 * `check:regexes` would take half a minute longer.
 */
const markRuns = /[\p{M}\uff9e\uff9f]{4,}/gu;
const cutMarks = (text: string): string =>
  text.replaceAll(markRuns, (marks) =>
    marks.length <= MAX_MARKS
      ? marks
      : // A mark has at most two units.
        [...marks.slice(0, 2 * MAX_MARKS)].slice(0, MAX_MARKS).join(''),
  );

/** A form in which texts can be compared. It can be 18 times as long as the text. */
export const toComparableText = (text: string): string =>
  // Removing signs joins the marks around them.
  cutMarks(cutMarks(text).normalize('NFKD').replaceAll(vowelSigns, ''))
    .normalize('NFKC')
    // Punctuation changes sides between words of both directions. PDF.js leaves out format characters, also visible
    // ones such as the end of an ayah.
    .replaceAll(/[\s\p{P}\p{Sm}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    // Depends on what follows, such as a space.
    .replaceAll('ς', 'σ');

function hashSealed(pdf: Buffer): { seal?: { jwt: string; hash: string } } {
  const found = readSeal(pdf);
  if (!found) return {};
  return {
    seal: { jwt: found.seal, hash: createHash('sha256').update(found.rest).digest('base64url') },
  };
}

/**
 * Bounds what PDF.js unpacks and executes until `stop`. It unpacks into arrays of growing sizes, whose
 * memory isn't part of the thread's heap. Native unpacking would evade this, and PDF.js does without.
 * Operators, saved states and objects are counted, because collecting their memory can take longer than
 * creating them. A file that isn't interrupted ends its thread, and others wait for the next thread to start.
 */
function limitWork(isOver: () => boolean): { readonly isExceeded: boolean; stop: () => void } {
  const { Uint8Array: Original, DecompressionStream: Native, Map: OriginalMap } = globalThis;
  const { now } = Date;
  const { create } = Object;
  const { fromCharCode } = String;
  const { push } = Array.prototype;
  const depths = new WeakMap<object, number>();
  let [bytes, readings, characters, objects, maps, unchecked] = [0, 0, 0, 0, 0, 0];
  let isExceeded = false;
  const check = (depth = 0): void => {
    isExceeded ||= bytes > MAX_UNPACKED_BYTES || readings > MAX_CLOCK_READINGS;
    isExceeded ||= characters > MAX_CHARACTERS || depth > MAX_SAVED_STATES;
    isExceeded ||= objects > MAX_OBJECTS || maps > MAX_MAPS || isOver();
    if (isExceeded) throw new RangeError('the file is too complex');
  };
  const step = (count: number): void => {
    unchecked += count;
    if (unchecked < STEPS_PER_CHECK) return;
    unchecked = 0;
    check();
  };
  globalThis.Uint8Array = new Proxy(Original, {
    construct(target, parameters, newTarget) {
      const [size] = parameters;
      if (typeof size === 'number') bytes += size;
      check();
      return Reflect.construct(target, parameters, newTarget);
    },
  });
  globalThis.Map = new Proxy(OriginalMap, {
    construct(target, parameters, newTarget) {
      maps++;
      step(1);
      return Reflect.construct(target, parameters, newTarget);
    },
  });
  globalThis.DecompressionStream = undefined as unknown as typeof Native;
  Date.now = () => {
    readings++;
    check();
    return now();
  };
  String.fromCharCode = (...codes) => {
    characters += codes.length;
    step(codes.length);
    return fromCharCode(...codes);
  };
  // PDF.js reads arrays, and the letters of texts, without any other call that could be interrupted.
  Array.prototype.push = function pushCounted(...items) {
    if (typeof items[0] === 'object') objects++;
    if (this.length > MAX_ITEMS) objects = Number.POSITIVE_INFINITY;
    step(1);
    return push.apply(this, items);
  };
  Object.create = (from: object | null, ...more: []) => {
    const created = create(from, ...more);
    if (from) {
      const depth = (depths.get(from) ?? 0) + 1;
      depths.set(created, depth);
      check(depth);
    }
    return created;
  };
  return {
    get isExceeded() {
      return isExceeded;
    },
    stop() {
      globalThis.Uint8Array = Original;
      globalThis.DecompressionStream = Native;
      globalThis.Map = OriginalMap;
      Date.now = now;
      Object.create = create;
      String.fromCharCode = fromCharCode;
      Array.prototype.push = push;
    },
  };
}
