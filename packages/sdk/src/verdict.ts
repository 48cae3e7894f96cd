import type { Found } from '@insignia/openbadges';

type Outcome = 'valid' | 'invalid' | 'unknown';

/** What the checks come to. */
export type Verdict = {
  edition: '2.0' | '3.0';
  /** In one word; `expired`, `not_yet_valid`, `revoked` and `suspended` are genuine. */
  status:
    | 'valid'
    | 'expired'
    | 'not_yet_valid'
    | 'revoked'
    | 'suspended'
    | 'not_found'
    | 'invalid'
    | 'unknown';
  /** `unknown`: something could not be checked, which is never as good as `valid`. */
  outcome: Outcome;
  /** Each with a sentence for people. */
  checks: { check: string; outcome: Outcome; message: string }[];
  /** What it says, for people to look at; nothing of it is trusted beyond what the checks say. */
  found: Found;
};
