export type Outcome = 'ok' | 'warning' | 'fault';

/** One line of `insignia doctor`: what was checked, its state, and what to do. */
export type Finding = { check: string; outcome: Outcome; message: string; remedy?: string };

export const ok = (check: string, message: string): Finding => ({ check, outcome: 'ok', message });
export const warning = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, outcome: 'warning', message, remedy },
});
export const fault = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, outcome: 'fault', message, remedy },
});

export function worst(findings: readonly Finding[]): Outcome {
  const has = (outcome: Outcome) => findings.some((each) => each.outcome === outcome);
  return has('fault') ? 'fault' : has('warning') ? 'warning' : 'ok';
}

/** A check that throws counts as an error. */
export async function orFault(
  check: string,
  remedy: string,
  run: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await run();
  } catch (error) {
    // Client messages hide details that operators need.
    const { cause } = error as Error;
    const { message, code, name } = (
      cause instanceof Error ? cause : error
    ) as NodeJS.ErrnoException;
    return [fault(check, message || code || name, remedy)];
  }
}
