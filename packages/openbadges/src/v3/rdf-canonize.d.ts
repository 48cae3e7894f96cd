declare module 'rdf-canonize' {
  export function canonize(
    quads: object[],
    options: {
      algorithm: 'RDFC-1.0';
      messageDigestAlgorithm: 'SHA-256' | 'SHA-384';
      maxDeepIterations: number;
    },
  ): Promise<string>;
}
