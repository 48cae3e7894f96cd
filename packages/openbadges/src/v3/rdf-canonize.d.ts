declare module 'rdf-canonize' {
  export function canonize(
    quads: object[],
    options: { algorithm: 'RDFC-1.0'; maxDeepIterations?: number; maxWorkFactor?: number },
  ): Promise<string>;
}
