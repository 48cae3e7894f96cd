import { Problem } from '../../kernel/problem.ts';
import {
  describeOutboundError,
  type Outbound,
  type OutboundResponse,
} from '../../platform/outbound/index.ts';

const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 4;
const redirects = [301, 302, 303, 307, 308];
const accept =
  'application/ld+json, application/json;q=0.9, text/html;q=0.8, application/xhtml+xml;q=0.8';

/** Fetches an address through the guarded client, as well as each redirect. */
export async function fetchUrl(
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
      ...{ deadlineMs: TIMEOUT_MS, keepBytes: MAX_BYTES, signal },
    });
  } catch (error) {
    throw createUnreachableProblem(describeOutboundError(error as Error));
  }
}

function createUnreachableProblem(message: string): Problem {
  return new Problem('address_unreachable', { details: [{ path: 'url', message }] });
}
