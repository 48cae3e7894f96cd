import { publicAward, publicBadge, publicIssuer } from '@insignia/contract';
import { computeJsonWeight, parseAccept } from '../../kernel/accept.ts';

export type DocumentFormat = 'json' | 'ld' | 'page';

/**
 * Form of a public document (decisions, "Public documents"): JSON-LD if named and ranked at least
 * as high as JSON, the page if HTML is ranked above both, otherwise JSON.
 */
export function chooseFormat(accept: string | undefined): DocumentFormat {
  const weight = parseAccept(accept);
  const json = computeJsonWeight(weight);
  const ld = weight('application/ld+json') ?? 0;
  if ((weight('text/html') ?? 0) > Math.max(json, ld)) return 'page';
  return ld > 0 && ld >= json ? 'ld' : 'json';
}

/** Paths of the Open Badges 2.0 documents. */
export const documentPaths = {
  issuer: publicIssuer.path,
  badge: publicBadge.path,
  credential: publicAward.path,
} as const;
export type DocumentKind = keyof typeof documentPaths;

/** Media types of a signed document, the default first. */
export const documentTypes = [
  'application/vc+ld+json',
  'application/json',
  'application/ld+json',
] as const;
export const didTypes = ['application/did+ld+json', 'application/json'] as const;

/** The media type that the client ranks highest. */
export function chooseType<T extends string>(accept: string | undefined, among: readonly T[]): T {
  const weight = parseAccept(accept);
  const general = Math.max(weight('application/*') ?? 0, weight('*/*') ?? 0);
  const getWeight = (type: T): number => weight(type) ?? general;
  return [...among].sort((one, other) => getWeight(other) - getWeight(one))[0] as T;
}
