import { inspectJson } from './inspect-json.ts';
import { designLimits } from './limits.ts';
import { type Design, design } from './schema.ts';
import { LATEST_VERSION, upgradeDocument } from './versions.ts';

/**
 * Reason why a text is not an editable design. `path` names the first invalid member, `faults` the
 * first errors.
 */
export type DesignReadError = {
  reason: 'too-large' | 'not-json' | 'foreign' | 'newer' | 'broken';
  path?: string;
  faults?: { path: string; message: string }[];
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
  const read = design.safeParse(document);
  if (read.success) return { design: read.data };
  return broken(
    read.error.issues
      .slice(0, MAX_ERRORS)
      .map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** Serializes a design. Equal designs give equal text. */
export function writeDesign(given: Design): string {
  return JSON.stringify(design.parse(given));
}

function tooLarge(limit: SizeLimit): { unreadable: DesignReadError } {
  const items = limit.unit === 'values' ? 'members and items' : limit.unit;
  const message = `must have at most ${limit.max} ${items}`;
  return { unreadable: { reason: 'too-large', faults: [{ path: '', message }], limit } };
}

function broken(faults: { path: string; message: string }[]): { unreadable: DesignReadError } {
  const path = faults[0]?.path;
  return { unreadable: { reason: 'broken', ...(path ? { path } : {}), faults } };
}

function readVersion(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('insigniaDesign' in value)) return undefined;
  const version = value.insigniaDesign;
  return Number.isInteger(version) && (version as number) > 0 ? (version as number) : undefined;
}
