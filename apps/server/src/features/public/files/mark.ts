import type { Language } from '@insignia/contract';
import { dayIn } from '../../../kernel/language.ts';
import type { State } from '../rules.ts';
import type { WholeCredential } from '../store.ts';
import { textsIn } from '../texts/index.ts';

export type Mark = { word: string; since: string };

/** What is written across a credential that is not to be relied on, and since when. */
export function markOf(
  { expires, revokedAt }: Pick<WholeCredential, 'expires' | 'revokedAt'>,
  state: State,
  language: Language,
): Mark | null {
  if (state === 'valid') return null;
  const t = textsIn(language);
  const at = state === 'revoked' ? revokedAt : expires;
  const word = t.state[state].toLocaleUpperCase(language);
  return { word, since: at ? t.since(dayIn(language, at)) : '' };
}
