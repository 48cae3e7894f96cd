import type { Outcome } from '../../shared/outcome.ts';
import type { Found } from './found.ts';
import type { Check, Status } from './report.ts';

export type Verdict = {
  status: Status;
  outcome: Outcome;
  checks: Check[];
  found: Found;
  /**
   * Results for the credentials in a learner record, or in a presentation of several. The check
   * `contents` summarizes them.
   */
  contains?: Verdict[];
};
