import type { Found } from '@insignia/openbadges';

type Outcome = 'valid' | 'invalid' | 'unknown';

/** What the checks come to. */
export type Verdict = {
  edition: '2.0' | '3.0';
  /**
   * In one word. `valid` says nothing about who the issuer is: see `found.issuer.provenBy`. `expired`, `not_yet_valid`, `revoked`
   * and `suspended` are signed or hosted by the issuer.
   */
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
  /** The content of the credential. All of it is claimed by its issuer; only `issuer.id` can be proven, by `issuer.provenBy`. */
  found: Found;
};
