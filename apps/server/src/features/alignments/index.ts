import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import { currentClient } from '../../platform/limits/call-context.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import {
  describeOutboundError,
  type Outbound,
  type OutboundResponse,
} from '../../platform/outbound/index.ts';
import { createAlignment } from './create-alignment.ts';
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

const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 4;
const redirects = [301, 302, 303, 307, 308];
const accept =
  'application/ld+json, application/json;q=0.9, text/html;q=0.8, application/xhtml+xml;q=0.8';

/** Fetches an address through the guarded client, as well as each redirect. */
async function fetchUrl(
  outbound: Outbound,
  url: string,
  language: string,
): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const answer = await sendRequest(outbound, address, language, signal);
    const { status, headers } = answer;
    if (!redirects.includes(status)) {
      if (status === 200) return answer;
      throw createUnreachableProblem(`returned status ${status}`);
    }
    const { location } = headers;
    if (typeof location !== 'string' || !URL.canParse(location, address))
      throw createUnreachableProblem('redirects without a URL');
    address = new URL(location, address).href;
  }
  throw createUnreachableProblem(`redirects more than ${MAX_REDIRECTS} times`);
}

async function sendRequest(
  outbound: Outbound,
  address: string,
  language: string,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  try {
    return await outbound.send(outbound.target(address, web), {
      method: 'GET',
      headers: {
        accept,
        'accept-encoding': 'identity',
        'accept-language': `${language}, *;q=0.5`,
        'user-agent': 'insignia-lookup/1',
      },
      ...{ client: currentClient(), deadlineMs: TIMEOUT_MS, keepBytes: MAX_BYTES, signal },
    });
  } catch (error) {
    throw createUnreachableProblem(describeOutboundError(error as Error));
  }
}

function createUnreachableProblem(message: string): Problem {
  return new Problem('address_unreachable', { details: [{ path: 'url', message }] });
}
