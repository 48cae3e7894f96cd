import { createPathMatcher, publicAward, publicBadge, publicIssuer } from '@insignia/contract';
import { computeJsonWeight, parseAccept } from '../../../kernel/accept.ts';

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

// Credentials first, because they are requested most.
const matchers = [
  { kind: 'credential', match: createPathMatcher(documentPaths.credential) },
  { kind: 'badge', match: createPathMatcher(documentPaths.badge) },
  { kind: 'issuer', match: createPathMatcher(documentPaths.issuer) },
] as const;

/** The document at a path. */
export function parseDocumentPath(path: string): { kind: DocumentKind; guid: string } | undefined {
  for (const { kind, match } of matchers) {
    const found = match(path);
    if (found) return { kind, guid: found.guid };
  }
  return undefined;
}
