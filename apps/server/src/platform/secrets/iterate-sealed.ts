/** Sorts before every id. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

const step = 500;

/** Iterates over encrypted rows by id. */
export async function* iterateSealed<R extends { id: string }>(
  next: (after: string, most: number) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let after: string | undefined = lowestId; after; ) {
    const found: R[] = await next(after, step);
    yield* found;
    after = found.length < step ? undefined : found.at(-1)?.id;
  }
}
