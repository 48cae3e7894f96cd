declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { signer?: object; cryptosuite: object; date?: string });
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}
declare module '@digitalbazaar/ed25519-multikey' {
  export type Pair = {
    publicKeyMultibase: string;
    signer(): object;
    export(what: { publicKey?: boolean; secretKey?: boolean }): Promise<object>;
  };
  export function generate(options: { controller: string; seed: Uint8Array }): Promise<Pair>;
  export function from(pair: object): Promise<Pair>;
}
declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<object>;
  type Verified = { verified: boolean; error?: { errors?: Error[] } };
  export function issue(options: {
    credential: object;
    suite: object;
    documentLoader: Loader;
  }): Promise<object>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    now?: Date;
    documentLoader: Loader;
    checkStatus?: (options: object) => Promise<object>;
  }): Promise<Verified>;
}
