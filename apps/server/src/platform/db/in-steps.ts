/** Rows per statement, so that none reaches `statement_timeout`. */
export const stepRows = 10_000;

/** Repeats a limited statement until it changes no more rows. Returns the total. */
export async function inSteps(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await step();
    all += changed;
    if (changed === 0) return all;
  }
}
