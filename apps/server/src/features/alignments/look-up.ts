import type { lookUpAlignment, OperationBody, OperationPayload } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { RateLimit } from '../../platform/throttle.ts';
import { createAlignment } from './create-alignment.ts';
import type { AlignmentDeps } from './deps.ts';
import { fetchUrl } from './fetch-url.ts';
import { readReplyDetails } from './read-reply.ts';

const accountLimit: RateLimit = { name: 'alignment-lookups', points: 60, seconds: 60 };

/** Reads the description at an address for review. Stores nothing. */
export async function lookUpUrl(
  { throttle, outbound }: AlignmentDeps,
  who: Caller,
  { url, language = 'en' }: OperationBody<typeof lookUpAlignment>,
): Promise<OperationPayload<typeof lookUpAlignment>> {
  await throttle.take(accountLimit, who.accountId);
  const answer = await fetchUrl(outbound, url, language);
  const words = readReplyDetails(answer, url, language);
  if (typeof words === 'string') throw createUnreadableProblem(words);
  const alignment = createAlignment(words, url);
  if (!alignment) throw createUnreadableProblem('has no name');
  return alignment;
}

function createUnreadableProblem(message: string): Problem {
  return new Problem('address_unreadable', { details: [{ path: 'url', message }] });
}
