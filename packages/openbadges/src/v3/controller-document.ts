import type { Json } from '../shared/read.ts';
import { dateTime } from './present.ts';

export type PublishedKey = {
  publicKeyMultibase: string;
  /** For JWT libraries that read nothing else. */
  publicKeyJwk?: JsonWebKey | undefined;
  /**
   * Signatures after this time are invalid. A replaced key has none, and its signatures stay valid.
   */
  revoked?: Date | undefined;
};

/** A key's address: its controller with the key as fragment. */
export function verificationMethodId(controller: string, publicKeyMultibase: string): string {
  return `${controller}#${publicKeyMultibase}`;
}

/**
 * Keys of a controller, a DID or HTTPS address (Controlled Identifiers 1.0 §2.1). Replaced keys
 * stay listed, so that their signatures verify. Revoked ones are listed without permission.
 */
export function controllerDocument(id: string, keys: PublishedKey[]): Json {
  const isDid = id.startsWith('did:');
  return {
    '@context': [
      isDid ? 'https://www.w3.org/ns/did/v1' : 'https://www.w3.org/ns/cid/v1',
      'https://w3id.org/security/multikey/v1',
      ...(keys.some(({ publicKeyJwk }) => publicKeyJwk)
        ? ['https://w3id.org/security/jwk/v1']
        : []),
    ],
    id,
    verificationMethod: keys.map(({ publicKeyMultibase, publicKeyJwk, revoked }) => ({
      id: verificationMethodId(id, publicKeyMultibase),
      controller: id,
      ...(publicKeyJwk
        ? { type: 'JsonWebKey', publicKeyJwk }
        : { type: 'Multikey', publicKeyMultibase }),
      ...(revoked ? { revoked: dateTime(revoked) } : {}),
    })),
    assertionMethod: keys
      .filter(({ revoked }) => !revoked)
      .map(({ publicKeyMultibase }) => verificationMethodId(id, publicKeyMultibase)),
  };
}
