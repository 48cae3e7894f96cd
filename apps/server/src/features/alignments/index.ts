import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { createAlignment } from './create-alignment.ts';
import { fetchUrl } from './fetch-url.ts';
import { readReplyDetails } from './read-reply.ts';

type AlignmentDeps = {
  throttle: Throttle;
  /** The guarded client. */
  outbound: Outbound;
};

export function registerAlignments({ implement }: Scope, deps: AlignmentDeps) {
  return implement(contract.alignmentOperations, {
    lookUpAlignment: ({ body, who }) => lookUpUrl(deps, who, body),
  });
}

const accountLimit: RateLimit = { name: 'alignment-lookups', points: 60, seconds: 60 };

/** Reads the description at an address for review. Stores nothing. */
async function lookUpUrl(
  { throttle, outbound }: AlignmentDeps,
  who: Caller,
  { url, language = 'en' }: contract.OperationBody<typeof contract.lookUpAlignment>,
): Promise<contract.OperationPayload<typeof contract.lookUpAlignment>> {
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
