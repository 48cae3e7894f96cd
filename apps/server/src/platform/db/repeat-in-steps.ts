/** Rows per statement, so that none reaches `statement_timeout`. */
export const MAX_STEP_ROWS = 10_000;

/** Repeats a limited statement until it changes no more rows. Returns the total. */
export async function repeatInSteps(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await step();
    all += changed;
    if (changed === 0) return all;
  }
}
