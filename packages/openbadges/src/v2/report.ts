import { type Outcome, overall } from '../shared/reader.ts';

export type CheckName =
  | 'fetched'
  | 'shape'
  | 'proof'
  | 'scope'
  | 'issuer'
  | 'badge'
  | 'expiry'
  | 'revocation'
  | 'recipient';
/** Overall status. `not_found`: no assertion at its address (any more). */
export type Status = 'valid' | 'expired' | 'revoked' | 'not_found' | 'invalid' | 'unknown';
/** `message`: one sentence for people. */
export type Check = { check: CheckName; outcome: Outcome; message: string };

const order: CheckName[] = [
  ...([
    'fetched',
    'shape',
    'proof',
    'scope',
    'issuer',
    'badge',
    'expiry',
    'revocation',
    'recipient',
  ] as const),
];

/** Collects checks in reading order. */
export class Report {
  readonly #checks = new Map<CheckName, Check>();

  add(check: CheckName, outcome: Outcome, message: string): void {
    this.#checks.set(check, { check, outcome, message });
  }

  get checks(): Check[] {
    return order.flatMap((name) => this.#checks.get(name) ?? []);
  }
}

/**
 * Distinguishes an expired or revoked badge from an invalid one: only if nothing else is wrong and,
 * for an expired one, everything else could be checked.
 */
export function computeStatus(checks: Check[], isExpired: boolean): Status {
  const outcome = overall(checks);
  if (outcome !== 'invalid') return outcome;
  const having = (wanted: Outcome): CheckName[] =>
    checks.filter((each) => each.outcome === wanted).map(({ check }) => check);
  const wrong = having('invalid').filter((name) => !(name === 'expiry' && isExpired));
  if (wrong.length === 0) return having('unknown').length === 0 ? 'expired' : 'invalid';
  return wrong.every((name) => name === 'revocation') ? 'revoked' : 'invalid';
}
