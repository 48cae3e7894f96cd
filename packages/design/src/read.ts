import { designLimits } from './limits.ts';
import { type Design, designSchema } from './schema.ts';

/**
 * Reason why a text is not an editable design. `path` names the first invalid member, `errors` the
 * first errors.
 */
export type DesignReadError = {
  reason: 'too-large' | 'not-json' | 'foreign' | 'newer' | 'broken';
  path?: string;
  errors?: { path: string; message: string }[];
  /** Limit that a design which is too large exceeds. */
  limit?: SizeLimit;
};
type SizeLimit = { max: number; unit: 'characters' | 'values' };

const MAX_ERRORS = 20;
const mark = '"insigniaDesign"';
/** Foreign documents are parsed only up to this length, to detect their type. */
const MAX_FOREIGN_LENGTH = 256 * 1024;
const plain = { isOurs: false, hasMore: false };

/**
 * Parses `designJson`. Other programs may store any text there, so errors are returned, not thrown.
 * Older versions are upgraded.
 */
export function readDesign(text: string): { design: Design } | { unreadable: DesignReadError } {
  if (text.length > designLimits.length)
    return tooLarge({ max: designLimits.length, unit: 'characters' });
  const { isOurs, hasMore } = text.includes(mark) ? inspectJson(text, designLimits.values) : plain;
  if (!isOurs && text.length > MAX_FOREIGN_LENGTH) return { unreadable: { reason: 'foreign' } };
  if (isOurs && hasMore) return tooLarge({ max: designLimits.values, unit: 'values' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { unreadable: { reason: 'not-json' } };
  }
  const version = readVersion(value);
  if (version === undefined) return { unreadable: { reason: 'foreign' } };
  if (version > LATEST_VERSION) return { unreadable: { reason: 'newer' } };
  const document = upgradeDocument(value as Record<string, unknown>, version);
  // Checks the count before validating each layer.
  if (Array.isArray(document.layers) && document.layers.length > designLimits.layers)
    return broken([{ path: 'layers', message: `must have at most ${designLimits.layers} items` }]);
  const read = designSchema.safeParse(document);
  if (read.success) return { design: read.data };
  return broken(
    read.error.issues
      .slice(0, MAX_ERRORS)
      .map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** Serializes a design. Equal designs give equal text. */
export function writeDesign(design: Design): string {
  return JSON.stringify(designSchema.parse(design));
}

function tooLarge(limit: SizeLimit): { unreadable: DesignReadError } {
  const items = limit.unit === 'values' ? 'members and items' : limit.unit;
  const message = `must have at most ${limit.max} ${items}`;
  return { unreadable: { reason: 'too-large', errors: [{ path: '', message }], limit } };
}

function broken(errors: { path: string; message: string }[]): { unreadable: DesignReadError } {
  const path = errors[0]?.path;
  return { unreadable: { reason: 'broken', ...(path ? { path } : {}), errors } };
}

function readVersion(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('insigniaDesign' in value)) return undefined;
  const version = value.insigniaDesign;
  return Number.isInteger(version) && (version as number) > 0 ? (version as number) : undefined;
}

/** Matches the version member that marks our documents. */
const versionMark = /"insigniaDesign"\s*:\s*\d/y;

const quote = '"'.charCodeAt(0);
const computeDepth = byCode({ '[': 1, '{': 1, ']': -1, '}': -1 });
const countValues = byCode({ '[': 1, '{': 1, ',': 1 });

function byCode(signs: Readonly<Record<string, number>>): Int8Array {
  const table = new Int8Array(128);
  for (const [sign, value] of Object.entries(signs)) table[sign.charCodeAt(0)] = value;
  return table;
}

/**
 * Scans JSON text without parsing it: reports whether it is our design and whether it has more than
 * `maxValues` members and items.
 */
function inspectJson(text: string, maxValues: number): { isOurs: boolean; hasMore: boolean } {
  let [depth, values, isOurs] = [0, 0, false];
  for (let at = 0; at < text.length && !(isOurs && values > maxValues); at++) {
    const code = text.charCodeAt(at);
    depth += computeDepth[code] ?? 0;
    values += countValues[code] ?? 0;
    if (code !== quote) continue;
    isOurs ||= depth === 1 && isMarkAt(text, at);
    at = findStringEnd(text, at);
  }
  return { isOurs, hasMore: values > maxValues };
}

function isMarkAt(text: string, at: number): boolean {
  versionMark.lastIndex = at;
  return versionMark.test(text);
}

function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text[before - 1] === '\\') before--;
  return (quote - before) % 2 === 1;
}

type Document = Record<string, unknown>;

/** `steps[n]` upgrades version n + 1 to n + 2. Never change a released step. */
const steps: ((older: Document) => Document)[] = [];

const LATEST_VERSION = steps.length + 1;

function upgradeDocument(document: Document, version: number): Document {
  let current = document;
  for (const step of steps.slice(version - 1)) current = step(current);
  return current;
}
