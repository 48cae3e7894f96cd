export type Form = 'json' | 'ld' | 'page';

type Range = { type: string; q: number };

/**
 * Which form of a public document a reader wants (decisions, "Public documents"): JSON-LD when named and ranked at
 * least as high as JSON, the page when HTML is ranked above both, otherwise JSON.
 */
export function chooseForm(accept: string | undefined, hasPage: boolean): Form {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  const named = (type: string): number => ranges.find((range) => range.type === type)?.q ?? 0;
  const json = ranges.some(({ type }) => type === 'application/json')
    ? named('application/json')
    : Math.max(named('application/*'), named('*/*'));
  const ld = named('application/ld+json');
  if (hasPage && named('text/html') > Math.max(json, ld)) return 'page';
  return ld > 0 && ld >= json ? 'ld' : 'json';
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const q = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, q: q >= 0 && q <= 1 ? q : 0 };
}

export type State = 'valid' | 'expired' | 'revoked';

/** Times in epoch milliseconds. */
export function stateOf(
  credential: { revoked: boolean; expires: number | undefined },
  now: number,
): State {
  if (credential.revoked) return 'revoked';
  return credential.expires !== undefined && credential.expires < now ? 'expired' : 'valid';
}
