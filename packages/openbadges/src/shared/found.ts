/**
 * How the identifier of an issuer was proven. Nothing else about an issuer is ever proven: its
 * name, address and picture are claims. Hosts are in the form that URL parsers write: in lower
 * case, international names in Punycode, with the port unless it's the default.
 */
export type ProvenBy =
  /** The identifier is the key. */
  | { by: 'did:key'; key: string }
  /**
   * The credential carries the key, given here as its JWK thumbprint (RFC 7638). The identifier
   * itself isn't proven.
   */
  | { by: 'jwk'; thumbprint: string }
  /** The key is in the DID document on this host. */
  | { by: 'did:web'; host: string; path?: string | undefined }
  /** The key is in a document on this host, or a document on this host names the key. */
  | { by: 'https-key'; host: string; path?: string | undefined }
  /**
   * The assertion is hosted (Open Badges 2.0). `host` has the issuer's profile. `assertionHost` is
   * set if the assertion is on another host, which the profile names.
   */
  | { by: 'hosted'; host: string; assertionHost?: string | undefined; encrypted: boolean };

/** An issuer as a credential describes it. */
export type FoundIssuer = {
  id?: string | undefined;
  /**
   * How `id` was proven. Undefined if nothing was proven: `id` is then a claim, like everything
   * else.
   */
  provenBy?: ProvenBy | undefined;
  /** The name that the issuer gives itself. */
  claimedName?: string | undefined;
  /** The same as `claimedName`. */
  name?: string | undefined;
  /** A claim, even if it's on the proven host. */
  url?: string | undefined;
};

/** Contents for display. Trust only what the checks confirm. */
export type FoundAssertion = {
  id?: string | undefined;
  /** The id of what an endorsement is about. The check `subject` says whether it's the issuer's. */
  about?: string | undefined;
  badge?: {
    name?: string | undefined;
    description?: string | undefined;
    image?: string | undefined;
  };
  issuer?: FoundIssuer;
  /** Only if the assertion names them beside the hash. */
  recipient?: { name: string };
  /** Epoch milliseconds. */
  issuedOn?: number | undefined;
  expires?: number | undefined;
  revocationReason?: string | undefined;
};
