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
