import type { BodyOf, lookUpAlignment, PayloadOf } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Cap } from '../../platform/throttle.ts';
import { alignmentFrom } from './alignment-from.ts';
import type { AlignmentDeps } from './deps.ts';
import { fetchAddress } from './fetch-address.ts';
import { wordsInAnswer } from './words-in-answer.ts';

const byAccount: Cap = { name: 'alignment-lookups', points: 60, seconds: 60 };

/** Reads the description at an address for review. Stores nothing. */
export async function lookUp(
  { throttle, outbound }: AlignmentDeps,
  who: Caller,
  { url, language = 'en' }: BodyOf<typeof lookUpAlignment>,
): Promise<PayloadOf<typeof lookUpAlignment>> {
  await throttle.take(byAccount, who.accountId);
  const answer = await fetchAddress(outbound, url, language);
  const words = wordsInAnswer(answer, url, language);
  if (typeof words === 'string') throw unreadable(words);
  const alignment = alignmentFrom(words, url);
  if (!alignment) throw unreadable('does not say what it is called');
  return alignment;
}

function unreadable(message: string): Problem {
  return new Problem('address_unreadable', { details: [{ path: 'url', message }] });
}
