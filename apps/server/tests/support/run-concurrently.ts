const MAX_CONCURRENT = 20;

/**
 * Many concurrent requests. Limited, so that each gets a database connection in time on a slow
 * machine, but more than there are connections.
 */
export async function runConcurrently<T>(
  count: number,
  ask: (n: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  let started = 0;
  const lane = async (): Promise<void> => {
    while (started < count) {
      const n = started++;
      answers[n] = await ask(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, MAX_CONCURRENT) }, lane));
  return answers;
}
