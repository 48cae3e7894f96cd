/** Pages that anybody may open; they are for people, and no operations. */
export const pagePaths = {
  credential: '/credentials/:guid',
  embed: '/credentials/:guid/embed',
  badge: '/badge/:guid',
  issuer: '/issuer/:guid',
} as const;

type Name<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Name<R>
  : P extends `${string}:${infer N}`
    ? N
    : never;
/** What stands in a path for its names: in their order, and by name. */
export type PathValues<P extends string> = P extends `${string}:${string}/${infer R}`
  ? [value: string, ...PathValues<R>]
  : P extends `${string}:${string}`
    ? [value: string]
    : [];
type Named<P extends string> = Record<Name<P>, string>;

/** Makes paths of one kind: the values take the places of the names, as they are. */
export function pathMaker<const P extends string>(path: P): (...values: PathValues<P>) => string {
  const parts = path.split(/:\w+/);
  return (...values) =>
    parts.reduce((made, part, at) => `${made}${(values as string[])[at - 1]}${part}`);
}

/** What stands in a path for its names; undefined when the text is no such path. */
export function matchPath<const P extends string>(path: P, text: string): Named<P> | undefined {
  const isPath = !/[?#]/.test(text) && text.split('/').length === path.split('/').length;
  return isPath ? matchStart(path, text) : undefined;
}

/** The same of a text that may go on with more segments, a query or a fragment. */
export function matchStart<const P extends string>(path: P, text: string): Named<P> | undefined {
  const segments = text.replace(/[?#].*/s, '').split('/');
  const found: Record<string, string> = {};
  for (const [at, wanted] of path.split('/').entries()) {
    const segment = segments[at];
    if (wanted.startsWith(':') && segment) found[wanted.slice(1)] = segment;
    else if (segment !== wanted) return undefined;
  }
  return found as Named<P>;
}
