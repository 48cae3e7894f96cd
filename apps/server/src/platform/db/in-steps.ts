/** Of a statement, so that none of them reaches `statement_timeout`. */
export const stepRows = 10_000;

/** Repeats a statement that changes at most so many rows until there are no more; returns how many they were. */
export async function inSteps(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await step();
    all += changed;
    if (changed === 0) return all;
  }
}
