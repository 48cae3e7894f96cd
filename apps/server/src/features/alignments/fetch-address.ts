import { Problem } from '../../kernel/problem.ts';
import { type Outbound, type OutboundAnswer, whyNot } from '../../platform/outbound/index.ts';

const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;
const wholeMs = 10_000;
const mostBytes = 512 * 1024;
const mostRedirects = 4;
const redirects = [301, 302, 303, 307, 308];
const accept =
  'application/ld+json, application/json;q=0.9, text/html;q=0.8, application/xhtml+xml;q=0.8';

/** Fetches an address through the guarded client, as well as each redirect. */
export async function fetchAddress(
  outbound: Outbound,
  url: string,
  language: string,
): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(wholeMs);
  let address = url;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await ask(outbound, address, language, signal);
    const { status, headers } = answer;
    if (!redirects.includes(status)) {
      if (status === 200) return answer;
      throw unreachable(`answered with status ${status}`);
    }
    const { location } = headers;
    if (typeof location !== 'string' || !URL.canParse(location, address))
      throw unreachable('leads on to no address');
    address = new URL(location, address).href;
  }
  throw unreachable(`leads on more than ${mostRedirects} times`);
}

async function ask(
  outbound: Outbound,
  address: string,
  language: string,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  try {
    return await outbound.send(outbound.target(address, web), {
      method: 'GET',
      headers: {
        accept,
        'accept-encoding': 'identity',
        'accept-language': `${language}, *;q=0.5`,
        'user-agent': 'insignia-lookup/1',
      },
      ...{ deadlineMs: wholeMs, keepBytes: mostBytes, signal },
    });
  } catch (error) {
    throw unreachable(whyNot(error as Error));
  }
}

function unreachable(message: string): Problem {
  return new Problem('address_unreachable', { details: [{ path: 'url', message }] });
}
