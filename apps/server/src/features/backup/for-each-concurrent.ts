/** Runs `work` with bounded concurrency and stops starting more after the first failure. */
export async function forEachConcurrent<T>(
  all: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for await (const one of all) {
    const run: Promise<void> = work(one)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= atOnce) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
