/**
 * How the identifier of an issuer was proven. Nothing else about an issuer is ever proven: a name, an address and a picture are
 * claims. Hosts are as URL parsers write them: in lower case, international names in Punycode, with a port that is not the usual one.
 */
export type ProvenBy =
  /** The identifier is the key. */
  | { by: 'did:key'; key: string }
  /** A key that the credential brings along, as its JWK thumbprint (RFC 7638). The identifier itself is not proven. */
  | { by: 'jwk'; thumbprint: string }
  /** The key is in the DID document on this host. */
  | { by: 'did:web'; host: string; path?: string | undefined }
  /** The key is in a document of this host, or its document names the key. */
  | { by: 'https-key'; host: string; path?: string | undefined }
  /**
   * The assertion is hosted there (Open Badges 2.0). `host` has the issuer's profile; `assertionHost` is where the assertion is
   * when that is another host, which the profile names.
   */
  | { by: 'hosted'; host: string; assertionHost?: string | undefined; encrypted: boolean };

/** An issuer as a credential describes it. */
export type FoundIssuer = {
  id?: string | undefined;
  /** How `id` was proven; undefined where nothing was, and `id` is a claim like all else. */
  provenBy?: ProvenBy | undefined;
  /** As the issuer calls itself. */
  claimedName?: string | undefined;
  /** The same as `claimedName`. */
  name?: string | undefined;
  /** A claim, even on the host that is proven. */
  url?: string | undefined;
};

/** A sentence in parts, so that a page can emphasize the subject. */
export type IdentityParts = { before: string; subject: string; path: string; after: string };

export function identityParts(provenBy: ProvenBy): IdentityParts {
  const unvouched = '. No website vouches for this key.';
  if (provenBy.by === 'did:key')
    return {
      ...{ before: 'Signed by the key ', subject: `did:key:${provenBy.key}`, path: '' },
      after: unvouched,
    };
  if (provenBy.by === 'jwk')
    return {
      ...{ before: 'Signed by the key with the thumbprint ', subject: provenBy.thumbprint },
      ...{ path: '', after: unvouched },
    };
  if (provenBy.by === 'hosted') {
    const { host, assertionHost, encrypted } = provenBy;
    const behalf = assertionHost === undefined ? '' : ` on behalf of ${host}`;
    const warning = encrypted ? '' : ', without encryption (http)';
    return {
      ...{ before: 'Hosted at ', subject: assertionHost ?? host, path: '' },
      after: `${behalf}${warning}.`,
    };
  }
  if (provenBy.by === 'did:web' || provenBy.by === 'https-key') {
    const { by, host, path = '' } = provenBy;
    const after = by === 'did:web' ? ' (did:web).' : ' (key at this address).';
    return { before: 'Signed by ', subject: host, path, after };
  }
  // A newer service may know more kinds.
  const { by } = provenBy as { by: string };
  return { before: 'Proven by ', subject: by, path: '', after: '.' };
}

/** One sentence for people: who signed or hosts the credential, and nothing that is only claimed. */
export function describeIdentity(provenBy: ProvenBy): string {
  const { before, subject, path, after } = identityParts(provenBy);
  return before + subject + path + after;
}
