/**
 * Signs bytes without exposing the key: with Web Crypto ({@link ed25519Signer}) or a key service.
 * ES256 signs their SHA-256 and returns r and s, 32 bytes each.
 */
export type Signer<Algorithm extends 'Ed25519' | 'ES256' = 'Ed25519' | 'ES256'> = {
  algorithm: Algorithm;
  /** Address of the public key: a DID URL or a URL with a fragment. */
  verificationMethod: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

export function ed25519Signer(verificationMethod: string, key: CryptoKey): Signer<'Ed25519'> {
  return { algorithm: 'Ed25519', verificationMethod, sign: signWith('Ed25519', key) };
}

export function es256Signer(verificationMethod: string, key: CryptoKey): Signer<'ES256'> {
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  return { algorithm: 'ES256', verificationMethod, sign: signWith(how, key) };
}

function signWith(how: AlgorithmIdentifier | EcdsaParams, key: CryptoKey): Signer['sign'] {
  return async (bytes) =>
    new Uint8Array(await crypto.subtle.sign(how, key, bytes as Uint8Array<ArrayBuffer>));
}
