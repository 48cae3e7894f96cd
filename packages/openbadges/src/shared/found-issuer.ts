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
