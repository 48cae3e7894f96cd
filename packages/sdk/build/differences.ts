type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Flattens intersections and aliases, which would count as differences. */
type Flat<T> = T extends Blob | Uint8Array | Response | AbortSignal
  ? T
  : T extends (...args: infer A) => infer R
    ? (...args: Flat<A>) => Flat<R>
    : T extends Promise<infer P>
      ? Promise<Flat<P>>
      : T extends AsyncIterableIterator<infer P>
        ? AsyncIterableIterator<Flat<P>>
        : T extends object
          ? { -readonly [K in keyof T]: Flat<T[K]> }
          : T;

type DifferentKeys<A, B> = Exclude<keyof A, keyof B> | Exclude<keyof B, keyof A>;
type UnequalKeys<A, B> = {
  [K in keyof A & keyof B]: Equal<Flat<A[K]>, Flat<B[K]>> extends true ? never : K;
}[keyof A & keyof B];

/** Names of members that differ between two types; `never` if none. */
export type Differences<A, B> =
  | DifferentKeys<A, B>
  | {
      [N in keyof A & keyof B]: UnequalKeys<A[N], B[N]> | DifferentKeys<A[N], B[N]>;
    }[keyof A & keyof B];
