import type { ProvenBy } from '../shared/found-issuer.ts';
import { idOf, type Json } from '../shared/read.ts';

/**
 * Returns the host that a hosted assertion proves. Call it only once the issuer's profile is known
 * to cover the assertion's address. A profile without its own address proves the document that
 * contains it, which is on `embeddingHost`.
 */
export function findProvenHost(
  documents: { assertion: Json; badge: Json; issuer: Json },
  embeddingHost: string | undefined,
): ProvenBy | undefined {
  const { assertion, badge, issuer } = documents;
  const hostOfAssertion = webAddress(assertion)?.host;
  const host = webAddress(issuer)?.host ?? embeddingHost;
  if (hostOfAssertion === undefined || host === undefined) return undefined;
  const addresses = [assertion, badge, issuer].map(webAddress);
  return {
    ...{ by: 'hosted', host },
    ...(hostOfAssertion === host ? {} : { assertionHost: hostOfAssertion }),
    encrypted: addresses.every((each) => each === undefined || each.protocol === 'https:'),
  };
}

function webAddress(document: Json): URL | undefined {
  const id = idOf(document);
  return id !== undefined && /^https?:\/\//i.test(id) && URL.canParse(id) ? new URL(id) : undefined;
}
