/** Runs `work` with bounded concurrency and stops starting more after the first failure. */
export async function forEachConcurrent<T>(
  all: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let fault: { error: unknown } | undefined;
  for await (const one of all) {
    const run: Promise<void> = work(one)
      .catch((error: unknown) => {
        fault ??= { error };
      })
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= atOnce) await Promise.race(running);
    if (fault) break;
  }
  await Promise.all(running);
  if (fault) throw fault.error;
}
