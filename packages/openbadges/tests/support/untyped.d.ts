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
    signer(): { sign(what: { data: Uint8Array }): Promise<Uint8Array> };
    export(what: { publicKey?: boolean; secretKey?: boolean }): Promise<object>;
  };
  export function generate(options: { controller: string; seed: Uint8Array }): Promise<Pair>;
  export function from(pair: object): Promise<Pair>;
}
declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<object>;
  type VerificationResult = {
    verified: boolean;
    statusResult?: { results: { status: boolean }[] };
  };
  export function issue(options: {
    credential: object;
    suite: object;
    documentLoader: Loader;
  }): Promise<object>;
  export function signPresentation(options: {
    presentation: object;
    suite: object;
    challenge: string;
    domain: string;
    documentLoader: Loader;
  }): Promise<object>;
  export function derive(options: {
    verifiableCredential: object;
    suite: object;
    documentLoader: Loader;
  }): Promise<object>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    now?: Date;
    documentLoader: Loader;
    checkStatus?: (options: object) => Promise<object>;
  }): Promise<VerificationResult>;
}
declare module '@digitalbazaar/ecdsa-multikey' {
  export type Pair = {
    id?: string;
    publicKeyMultibase: string;
    signer(): { sign(what: { data: Uint8Array }): Promise<Uint8Array> };
  };
  export function generate(options: { curve: string }): Promise<Pair>;
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  type List = {
    getStatus(index: number): boolean;
    setStatus(index: number, isSet: boolean): void;
    encode(): Promise<string>;
  };
  export function createList(options: { length: number }): Promise<List>;
  export function decodeList(options: { encodedList: string }): Promise<List>;
  export function checkStatus(options: object): Promise<object>;
}
declare module '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite' {
  export const cryptosuite: object;
}
declare module '@digitalbazaar/ed25519-signature-2020' {
  export class Ed25519Signature2020 {
    constructor(options: { signer: object });
  }
}
