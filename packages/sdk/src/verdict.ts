import type { Found } from '@insignia/openbadges';

type Outcome = 'valid' | 'invalid' | 'unknown';

/** Result of verifying a credential. */
export type Verdict = {
  edition: '2.0' | '3.0';
  /**
   * The result in one word. `valid` says nothing about who the issuer is: see
   * `found.issuer.provenBy`. `expired`, `not_yet_valid`, `revoked` and `suspended` credentials are
   * signed or hosted by the issuer.
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
  /** `unknown` means that something could not be checked. Don't treat it as `valid`. */
  outcome: Outcome;
  /** Each check with a sentence for people. */
  checks: { check: string; outcome: Outcome; message: string }[];
  /**
   * The content of the credential, all of it claimed by its issuer. Only `issuer.id` can be proven,
   * by `issuer.provenBy`.
   */
  found: Found;
};
