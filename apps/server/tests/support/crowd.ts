const mostAtOnce = 20;

/**
 * So many ask, in no order. So few of them are under way at once that each has a database connection in time on a slow
 * machine, whose pool would answer the others with 503; and more than there are connections.
 */
export async function crowd<T>(count: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let asked = 0;
  const lane = async (): Promise<void> => {
    while (asked < count) {
      const n = asked++;
      answers[n] = await ask(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, mostAtOnce) }, lane));
  return answers;
}
