import type { Json } from '../shared/read.ts';
import { dateTime } from './present.ts';

export type PublishedKey = {
  publicKeyMultibase: string;
  /** Beside it for who verifies JWTs, and reads nothing else. */
  publicKeyJwk?: JsonWebKey | undefined;
  /** Since when nothing that it signed counts; one that was merely replaced goes on to. */
  revoked?: Date | undefined;
};

/** The address of a key: its controller's, and the key itself as fragment. */
export function verificationMethodId(controller: string, publicKeyMultibase: string): string {
  return `${controller}#${publicKeyMultibase}`;
}

/**
 * Which keys may sign for a controller, a DID or an HTTPS address (Controlled Identifiers 1.0 §2.1). Keys that were
 * replaced stay, else what they signed could no longer be verified; a revoked one is named, and may not.
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
