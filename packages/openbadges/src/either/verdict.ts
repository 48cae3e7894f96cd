import type { Found, Verdict as Hosted } from '../v2/index.ts';
import type { Verdict as Signed } from '../v3/verify/index.ts';

/** Result of the checks, for both versions of Open Badges. */
export type Verdict = {
  edition: '2.0' | '3.0';
  status: Hosted['status'] | Signed['status'];
  outcome: Hosted['outcome'];
  checks: (Hosted['checks'][number] | Signed['checks'][number])[];
  found: Found;
};

export function ofHosted(verdict: Hosted): Verdict {
  return { edition: '2.0', ...verdict };
}

export function ofSigned({ status, outcome, checks, found }: Signed): Verdict {
  const { id, achievement, issuer, recipient, validFrom, validUntil } = found;
  return {
    ...{ edition: '3.0', status, outcome, checks },
    found: {
      id,
      ...(achievement && { badge: achievement }),
      ...(issuer && { issuer }),
      ...(recipient && { recipient }),
      ...{ issuedOn: validFrom, expires: validUntil },
    },
  };
}
