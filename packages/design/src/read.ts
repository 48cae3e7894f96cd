import { limits } from './limits.ts';
import { type Design, design } from './schema.ts';
import { newest, upgrade } from './versions.ts';

/** Why a text is no design that can be edited; `path` names the member where there is one. */
export type Unreadable = {
  reason: 'too-large' | 'not-json' | 'foreign' | 'newer' | 'broken';
  path?: string;
};

/**
 * Reads `designJson`. Any text is legal there (what other programs keep in it is theirs), so what cannot be read is told,
 * never thrown. Older versions come out as the newest.
 */
export function readDesign(text: string): { design: Design } | { unreadable: Unreadable } {
  if (text.length > limits.bytes) return { unreadable: { reason: 'too-large' } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { unreadable: { reason: 'not-json' } };
  }
  const version = versionOf(value);
  if (version === undefined) return { unreadable: { reason: 'foreign' } };
  if (version > newest) return { unreadable: { reason: 'newer' } };
  const read = design.safeParse(upgrade(value as Record<string, unknown>, version));
  if (read.success) return { design: read.data };
  const path = read.error.issues[0]?.path.join('.');
  return { unreadable: { reason: 'broken', ...(path ? { path } : {}) } };
}

/** As it is kept; equal designs give equal texts. */
export function writeDesign(given: Design): string {
  return JSON.stringify(design.parse(given));
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('insigniaDesign' in value)) return undefined;
  const version = value.insigniaDesign;
  return Number.isInteger(version) && (version as number) > 0 ? (version as number) : undefined;
}
