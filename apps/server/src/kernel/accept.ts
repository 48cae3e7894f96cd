/**
 * Weight of a media type in an Accept header; undefined if the header doesn't cover it (RFC 9110
 * §12.5.1).
 */
export type AcceptWeights = (type: string) => number | undefined;

export function parseAccept(accept: string | undefined): AcceptWeights {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  return (type) => ranges.find((range) => range.type === type)?.q;
}

export function computeJsonWeight(weight: AcceptWeights): number {
  const general = () => Math.max(weight('application/*') ?? 0, weight('*/*') ?? 0);
  return weight('application/json') ?? general();
}

/** Distinguishes a browser's address bar from an API client: HTML is accepted and ranked above JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const weight = parseAccept(accept);
  return (weight('text/html') ?? 0) > computeJsonWeight(weight);
}

const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 500;

/**
 * Caches the choice per Accept header: there are few of them, and parsing takes longer than most
 * responses.
 */
export function memoizeByAccept<T>(choose: (accept: string | undefined) => T): typeof choose {
  const usual = choose(undefined);
  const cached = new Map<string, T>();
  return (accept) => {
    if (accept === undefined || accept === '*/*') return usual;
    const known = cached.get(accept);
    if (known !== undefined) return known;
    const chosen = choose(accept);
    if (accept.length > MAX_CACHED_LENGTH) return chosen;
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(accept, chosen);
    return chosen;
  };
}

function readRange(text: string): { type: string; q: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const q = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, q: q >= 0 && q <= 1 ? q : 0 };
}
