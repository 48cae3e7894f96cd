import type { Language } from '@insignia/contract';
import { dayIn } from '../../../kernel/language.ts';
import type { State } from '../rules.ts';
import type { WholeCredential } from '../store.ts';
import { textsIn } from '../texts/index.ts';
import drawn from './marks.json' with { type: 'json' };

/**
 * `shape` contains the word as outlines for joining scripts: overlapping translucent letters would
 * be darker.
 */
export type Mark = { word: string; since: string; shape: Shape | null };
type Shape = { width: number; paths: string };
const shapes: Record<string, Shape> = drawn;

/** The word across a revoked or expired certificate, with its date. */
export function markOf(
  { expires, revokedAt }: Pick<WholeCredential, 'expires' | 'revokedAt'>,
  state: State,
  language: Language,
): Mark | null {
  if (state === 'valid') return null;
  const at = state === 'revoked' ? revokedAt : expires;
  const t = textsIn(language);
  const word = t.state[state].toLocaleUpperCase(language);
  const since = at ? t.since(dayIn(language, at)) : '';
  return { word, since, shape: shapes[word] ?? null };
}
