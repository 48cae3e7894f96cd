export type FindingOutcome = 'ok' | 'warning' | 'fault';

/** One line of `insignia doctor`: what was checked, its state, and what to do. */
export type DoctorFinding = {
  check: string;
  outcome: FindingOutcome;
  message: string;
  remedy?: string;
};

export const okFinding = (check: string, message: string): DoctorFinding => ({
  check,
  outcome: 'ok',
  message,
});
export const warningFinding = (check: string, message: string, remedy: string): DoctorFinding => ({
  ...{ check, outcome: 'warning', message, remedy },
});
export const errorFinding = (check: string, message: string, remedy: string): DoctorFinding => ({
  ...{ check, outcome: 'fault', message, remedy },
});

export function findWorstOutcome(findings: readonly DoctorFinding[]): FindingOutcome {
  const has = (outcome: FindingOutcome) => findings.some((each) => each.outcome === outcome);
  return has('fault') ? 'fault' : has('warning') ? 'warning' : 'ok';
}

/** A check that throws counts as an error. */
export async function catchAsFinding(
  check: string,
  remedy: string,
  run: () => Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  try {
    return await run();
  } catch (error) {
    // Client messages hide details that operators need.
    const { cause } = error as Error;
    const { message, code, name } = (
      cause instanceof Error ? cause : error
    ) as NodeJS.ErrnoException;
    return [errorFinding(check, message || code || name, remedy)];
  }
}
