import type { Language } from '@insignia/contract';
import { formatLongDate } from '../../kernel/language.ts';
import { getPublicTexts, type PublicStatus, type PublishedCredential } from '../published/index.ts';
import drawn from './marks.json' with { type: 'json' };

/** Gray of revoked and expired credentials, whatever the issuer's color. */
export const INVALID_COLOR = '#6b7183';

/**
 * `shape` contains the word as outlines for joining scripts: overlapping translucent letters would
 * be darker.
 */
export type StatusMark = { word: string; since: string; shape: Shape | null };
type Shape = { width: number; paths: string };
const shapes: Record<string, Shape> = drawn;

/** The word across a revoked or expired certificate, with its date. */
export function createStatusMark(
  { expires, revokedAt }: Pick<PublishedCredential, 'expires' | 'revokedAt'>,
  state: PublicStatus,
  language: Language,
): StatusMark | null {
  if (state === 'valid') return null;
  const at = state === 'revoked' ? revokedAt : expires;
  const t = getPublicTexts(language);
  const word = t.state[state].toLocaleUpperCase(language);
  const since = at ? t.since(formatLongDate(language, at)) : '';
  return { word, since, shape: shapes[word] ?? null };
}
