import { createCheck, type Finding, type VerdictCheck } from '../../shared/finding.ts';
import { type Outcome, overall } from '../../shared/reader.ts';

export type CredentialCheckName =
  | 'read'
  | 'presentation'
  | 'shape'
  | 'proof'
  | 'issuer'
  | 'expiry'
  | 'revocation'
  | 'resources'
  | 'recipient'
  | 'subject'
  | 'contents';
/** Overall status. */
export type VerdictStatus =
  | 'valid'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'suspended'
  | 'invalid'
  | 'unknown';
/** `message`: one sentence for people. */
export type CredentialCheck = VerdictCheck<CredentialCheckName>;

const order: CredentialCheckName[] = [
  'read',
  'presentation',
  'shape',
  'proof',
  'issuer',
  'expiry',
  'revocation',
  'resources',
  'recipient',
  'subject',
  'contents',
];

/** Collects checks in reading order. */
export class CredentialReport {
  readonly #findings = new Map<CredentialCheckName, Finding>();

  add(check: CredentialCheckName, finding: Finding): void {
    this.#findings.set(check, finding);
  }

  has(check: CredentialCheckName): boolean {
    return this.#findings.has(check);
  }

  get checks(): CredentialCheck[] {
    return order.flatMap((check) => {
      const found = this.#findings.get(check);
      return found ? [createCheck(check, found)] : [];
    });
  }

  get outcome(): Outcome {
    return overall(this.checks);
  }

  /**
   * Distinguishes a revoked, suspended, expired or future credential from an invalid one: only if
   * nothing else is wrong and, for dates, everything else could be checked.
   */
  get status(): VerdictStatus {
    const outcome = this.outcome;
    if (outcome !== 'invalid') return outcome;
    const having = (outcome: Outcome): Finding[] =>
      [...this.#findings.values()].filter((each) => each.outcome === outcome);
    const failed = having('invalid').map(({ means }) => means);
    for (const means of ['revoked', 'suspended'] as const)
      if (failed.includes(means)) return failed.every(Boolean) ? means : 'invalid';
    const [first, ...more] = failed;
    return first && more.length === 0 && having('unknown').length === 0 ? first : 'invalid';
  }
}
